// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.IndexFields;
import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
      description = "with --url and simhash (default: 3)")
  private Integer maxDistance;

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

  /**
   * Runs the job.
   *
   * @param similarity null if none was given
   */
  JsonNode run(String index, Double similarity, Notes notes) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    IndexFields fields = IndexFields.of(server, index);
    String chosen = fields.compared(field);
    body.put("field", chosen);
    // One that does not fit the field is for the server to refuse.
    boolean isSignature = fields.isSignature(chosen);
    body.put("similarity", similarity == null && isSignature ? (Double) 0.5 : similarity);
    body.put("max_distance", maxDistance == null && !isSignature ? (Integer) 3 : maxDistance);
    body.values().removeIf(value -> value == null);
    if (order.isEmpty() == false) {
      body.put("keep", keep());
    }
    if (scope.isEmpty() == false) {
      body.put("scope", scope);
    }
    if (query != null) {
      body.put("query", parsedQuery());
    }
    if (dest != null) {
      body.put("dest", dest);
    }
    String goOn =
        dest == null ? "nothing was changed" : "[near-dup resume " + dest + "] goes on with it";
    return new Job(server, notes)
        .run("/" + Server.encoded(index) + "/_near_dup/groups", body, goOn);
  }

  private JsonNode parsedQuery() {
    try {
      return new ObjectMapper().readTree(query);
    } catch (JsonProcessingException e) {
      throw Fault.usage("[--query] must be JSON, got [" + query + "]: " + e.getOriginalMessage());
    }
  }

  private List<Map<String, String>> keep() {
    List<Map<String, String>> keep = new ArrayList<>();
    for (String each : order) {
      int colon = each.lastIndexOf(':');
      String direction = colon < 0 ? "asc" : each.substring(colon + 1).toLowerCase(Locale.ROOT);
      if (direction.equals("asc") == false && direction.equals("desc") == false) {
        throw Fault.usage("[--order] must be of FIELD:asc or FIELD:desc, got [" + each + "]");
      }
      keep.add(Map.of(colon < 0 ? each : each.substring(0, colon), direction));
    }
    return keep;
  }
}
