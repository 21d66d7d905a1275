// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A request before or after mutation.
 *
 * @param body JSON, or lines of JSON, possibly broken; null for none
 */
record FuzzRequest(String method, String path, String body) {
  /** Comments are JSON to OpenSearch. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  private static final List<String> LISTS =
      List.of("hashes", "signatures", "ids", "docs", "scope", "keep");

  /** Lists whose numbers and booleans are names as well. */
  private static final List<String> NAMES = List.of("ids", "fields", "docvalue_fields");

  /** Parameters that OpenSearch itself reads, and takes for not set if they are blank. */
  private static final Pattern BLANK =
      Pattern.compile(
          "(pretty|human|error_trace|filter_path|routing|preference|timeout|wait_for_completion"
              + "|rest_total_hits_as_int|allow_partial_search_results|cancel_after_time_interval"
              + "|ignore_unavailable|allow_no_indices|expand_wildcards)(=([+]|%20)*)?");

  /** All good requests of a resource: each a request line, then the body, if any. */
  static List<FuzzRequest> all(String resource) throws IOException {
    try (InputStream table = FuzzRequest.class.getResourceAsStream(resource)) {
      String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n")).map(FuzzRequest::parse).toList();
    }
  }

  private static FuzzRequest parse(String entry) {
    String[] parts = entry.split("\n", 2);
    String[] line = parts[0].split(" ", 2);
    return new FuzzRequest(line[0], line[1], parts.length == 1 ? null : parts[1] + end(parts[1]));
  }

  /** Lines of JSON end with a line feed. */
  private static String end(String body) {
    return body.contains("\n") ? "\n" : "";
  }

  FuzzRequest withPath(String other) {
    return new FuzzRequest(method, other, body);
  }

  FuzzRequest withBody(String other) {
    return new FuzzRequest(method, path, other);
  }

  /**
   * Without what OpenSearch overlooks everywhere, so that the rest can be judged strictly: null for
   * what is not set, parameters of the path in the query too, all but the last of equal parameters,
   * blank ones, numbers for texts such as a routing, and single values for lists of one.
   */
  FuzzRequest plain() throws IOException {
    String[] parts = path.split("\\?", 2);
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String parameter : parts.length == 1 ? List.<String>of() : List.of(parts[1].split("&"))) {
      String name = parameter.split("=", 2)[0];
      if (BLANK.matcher(parameter).matches() == false
          && (name.equals("index") == false || parts[0].startsWith("/_"))) {
        parameters.put(name, parameter);
      }
    }
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters.values());
    JsonNode json = body == null ? null : JSON.readTree(body);
    if (json != null) {
      tidy(json);
    }
    return new FuzzRequest(method, parts[0] + query, json == null ? null : json.toString());
  }

  private static void tidy(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(property -> property.getValue().isNull());
      if (object.path("routing").isNumber()) {
        object.put("routing", object.path("routing").asText());
      }
      if (object.path("keep").size() == 1 && object.at("/keep/0").asText().equals("none")) {
        object.put("keep", "none");
      }
      for (String list : LISTS) {
        JsonNode value = object.path(list);
        boolean said = value.isMissingNode() || value.isArray() || value.asText().equals("none");
        if (said == false) {
          object.set(list, object.arrayNode().add(value));
        }
      }
      for (String list : NAMES) {
        if (object.path(list) instanceof ArrayNode names) {
          for (int i = 0; i < names.size(); i++) {
            if (names.get(i).isNumber() || names.get(i).isBoolean()) {
              names.set(i, names.get(i).asText());
            }
          }
        }
      }
    }
    node.forEach(FuzzRequest::tidy);
  }

  /** In a form that can be pasted into a test. */
  @Override
  public String toString() {
    return method + " " + path + (body == null ? "" : "\n" + body);
  }
}
