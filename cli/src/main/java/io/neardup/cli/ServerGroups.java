// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The groups of an index, found by the server. */
final class ServerGroups {
  @Mixin private Server server;

  @Option(
      names = "--field",
      description = "with --url: of type simhash or minhash (default: the only one there is)")
  private String field;

  @Option(
      names = "--max-distance",
      paramLabel = "BITS",
      defaultValue = "3",
      description = "with --url and simhash (default: ${DEFAULT-VALUE})")
  private int maxDistance;

  @Option(
      names = "--order",
      paramLabel = "FIELD:asc|desc",
      split = ",",
      description = "with --url: of each group, what comes first in this order is kept")
  private List<String> order = List.of();

  @Option(
      names = "--scope",
      paramLabel = "FIELD",
      split = ",",
      description = "with --url: only documents with equal values are compared")
  private List<String> scope = List.of();

  @Option(names = "--query", paramLabel = "JSON", description = "with --url: which documents")
  private String query;

  @Option(
      names = "--dest",
      paramLabel = "INDEX",
      description = "with --url: the index that gets a record for each document of a group")
  private String dest;

  /** Whether a server is asked, rather than files read. */
  boolean isWanted() {
    return server.isNamed();
  }

  JsonNode run(String index, double similarity, Notes notes) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    SortedMap<String, String> fields = fields(index);
    String chosen = field == null ? only(index, fields) : field;
    body.put("field", chosen);
    if ("minhash".equals(fields.get(chosen))) {
      body.put("similarity", similarity);
    } else {
      body.put("max_distance", maxDistance);
    }
    if (order.isEmpty() == false) {
      body.put("keep", keep());
    }
    if (scope.isEmpty() == false) {
      body.put("scope", scope);
    }
    if (query != null) {
      body.put("query", new ObjectMapper().readTree(query));
    }
    if (dest != null) {
      body.put("dest", dest);
    }
    String goOn =
        dest == null ? "nothing was changed" : "[near-dup resume " + dest + "] goes on with it";
    return new Job(server, notes)
        .run("/" + Server.encoded(index) + "/_near_dup/groups", body, goOn);
  }

  private List<Map<String, String>> keep() {
    List<Map<String, String>> keep = new ArrayList<>();
    for (String each : order) {
      int colon = each.lastIndexOf(':');
      String direction = colon < 0 ? "asc" : each.substring(colon + 1).toLowerCase(Locale.ROOT);
      keep.add(Map.of(colon < 0 ? each : each.substring(0, colon), direction));
    }
    return keep;
  }

  private static String only(String index, SortedMap<String, String> fields) {
    if (fields.isEmpty()) {
      throw Fault.usage(
          "index ["
              + index
              + "] has no field of type simhash or minhash; add one, and a processor that fills it");
    }
    if (fields.size() > 1) {
      throw Fault.usage("give one of " + fields.keySet() + " by --field");
    }
    return fields.firstKey();
  }

  /** Fields that can be compared, with their types. */
  private SortedMap<String, String> fields(String index) throws IOException {
    SortedMap<String, String> found = new TreeMap<>();
    for (JsonNode each : server.get("/" + Server.encoded(index) + "/_mapping")) {
      addFields("", each.at("/mappings/properties"), found);
    }
    return found;
  }

  private static void addFields(String before, JsonNode properties, Map<String, String> found) {
    properties
        .properties()
        .forEach(
            each -> {
              String name = before + each.getKey();
              String type = each.getValue().path("type").asText();
              if (type.equals("simhash") || type.equals("minhash")) {
                found.put(name, type);
              }
              addFields(name + ".", each.getValue().path("properties"), found);
              addFields(name + ".", each.getValue().path("fields"), found);
            });
  }
}
