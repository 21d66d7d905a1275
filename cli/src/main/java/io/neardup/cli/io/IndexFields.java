// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of an index.
 *
 * @param index as the user named it
 * @param types by their whole names
 */
public record IndexFields(String index, SortedMap<String, String> types) {
  private static final String SIGNATURE = "minhash";
  private static final List<String> COMPARED = List.of("simhash", SIGNATURE);

  public static IndexFields of(Server server, String index) throws IOException {
    SortedMap<String, String> found = new TreeMap<>();
    for (JsonNode each : server.get("/" + Server.encoded(index) + "/_mapping")) {
      add("", each.at("/mappings/properties"), found);
    }
    return new IndexFields(index, found);
  }

  private static void add(String before, JsonNode properties, Map<String, String> found) {
    properties
        .properties()
        .forEach(
            each -> {
              String name = before + each.getKey();
              if (each.getValue().has("type")) {
                found.put(name, each.getValue().path("type").asText());
              }
              add(name + ".", each.getValue().path("properties"), found);
              add(name + ".", each.getValue().path("fields"), found);
            });
  }

  public boolean isSignature(String field) {
    return SIGNATURE.equals(types.get(field));
  }

  /** Those that documents can be compared by. */
  public List<String> compared() {
    List<String> compared =
        types.keySet().stream().filter(field -> COMPARED.contains(types.get(field))).toList();
    if (compared.isEmpty()) {
      throw Fault.usage(
          "index ["
              + index
              + "] has no field of type simhash or minhash; add one, and a processor that fills it");
    }
    return compared;
  }

  /** The one of this type, or the one that was named. */
  public String only(String type, String named) {
    List<String> fields =
        types.keySet().stream().filter(field -> type.equals(types.get(field))).toList();
    if (named != null && fields.contains(named) == false) {
      throw Fault.usage(
          "[--field] must be of type " + type + ", one of " + fields + ", got [" + named + "]");
    }
    if (named == null && fields.size() != 1) {
      throw Fault.usage(
          fields.isEmpty()
              ? "index [" + index + "] has no field of type " + type
              : "give one of " + fields + " by --field");
    }
    return named == null ? fields.get(0) : named;
  }

  public String onlyCompared() {
    List<String> compared = compared();
    if (compared.size() > 1) {
      throw Fault.usage("give one of " + compared + " by --field");
    }
    return compared.get(0);
  }
}
