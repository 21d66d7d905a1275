// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.io;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fields of an index.
 *
 * @param index as the user named it
 * @param types by their whole names
 * @param aliases the fields that others are another name of, by that name
 */
public record IndexFields(
    String index, SortedMap<String, String> types, Map<String, String> aliases) {
  private static final String SIGNATURE = "minhash";
  private static final List<String> COMPARED = List.of("simhash", SIGNATURE);
  private static final List<String> PASSAGES = List.of("passages");

  public static IndexFields of(Server server, String index) throws IOException {
    IndexFields found = new IndexFields(index, new TreeMap<>(), new HashMap<>());
    for (JsonNode each : server.get("/" + Server.encoded(index) + "/_mapping")) {
      found.add("", each.at("/mappings/properties"));
    }
    return found;
  }

  private void add(String before, JsonNode properties) {
    properties
        .properties()
        .forEach(
            each -> {
              String name = before + each.getKey();
              if (each.getValue().has("type")) {
                types.put(name, each.getValue().path("type").asText());
              }
              if (each.getValue().path("path").isTextual()) {
                aliases.put(name, each.getValue().path("path").asText());
              }
              add(name + ".", each.getValue().path("properties"));
              add(name + ".", each.getValue().path("fields"));
            });
  }

  public boolean isSignature(String field) {
    return SIGNATURE.equals(types.get(aliases.getOrDefault(field, field)));
  }

  /** The one that documents can be compared by, or of these the one that was named. */
  public String compared(String named) {
    return only(COMPARED, named);
  }

  /** The same of passages. */
  public String passages(String named) {
    return only(PASSAGES, named);
  }

  private List<String> of(List<String> wanted) {
    List<String> found =
        types.keySet().stream().filter(field -> wanted.contains(types.get(field))).toList();
    if (found.isEmpty()) {
      throw Fault.usage(
          "index ["
              + index
              + "] has no field of type "
              + String.join(" or ", wanted)
              + (wanted.equals(PASSAGES)
                  ? "; add one below the text, and send _update_by_query"
                  : "; add one, and a processor that fills it"));
    }
    return found;
  }

  private String only(List<String> wanted, String named) {
    List<String> found = of(wanted);
    if (named == null ? found.size() > 1 : found.contains(named) == false) {
      throw Fault.usage(
          "[--field] must be one of " + found + (named == null ? "" : ", got [" + named + "]"));
    }
    return named == null ? found.get(0) : named;
  }
}
