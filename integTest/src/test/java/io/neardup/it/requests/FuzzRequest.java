// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
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

  /** What takes parameters of the body in the URL, too, and which of those mutations add there. */
  private static final Pattern OF_BOTH = Pattern.compile("/_(near_dup|simhash|minhash)$");

  /** The server takes strings that are numbers, too. */
  private static final List<String> FRACTIONS =
      List.of("jaccard", "containment", "edit", "similarity", "recall");

  private static final List<String> NUMBERS = List.of("k", "size", "max_distance", "similarity");

  private static final List<String> TEXTS = List.of("field", "timeout", "pipeline");

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
   * blank ones, numbers for texts such as a routing, and single values for lists of one. What a
   * body has may stand in the URL beside it.
   */
  FuzzRequest plain() throws IOException {
    String[] parts = path.split("\\?", 2);
    Map<String, String> parameters = new LinkedHashMap<>();
    JsonNode json = body == null ? null : JSON.readTree(body);
    boolean both = json instanceof ObjectNode && OF_BOTH.matcher(parts[0]).find();
    for (String parameter : parts.length == 1 ? List.<String>of() : List.of(parts[1].split("&"))) {
      String name = parameter.split("=", 2)[0];
      if (both && (NUMBERS.contains(name) || TEXTS.contains(name))) {
        ((ObjectNode) json).set(name, value(name, parameter.substring(name.length() + 1)));
      } else if (BLANK.matcher(parameter).matches() == false
          && (name.equals("index") == false || parts[0].startsWith("/_"))) {
        parameters.put(name, parameter);
      }
    }
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters.values());
    if (json != null) {
      tidy(json);
    }
    return new FuzzRequest(method, parts[0] + query, json == null ? null : json.toString());
  }

  private static JsonNode value(String name, String encoded) {
    String text = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
    boolean number = NUMBERS.contains(name) && text.matches("-?[0-9]{1,9}");
    return number ? IntNode.valueOf(Integer.parseInt(text)) : TextNode.valueOf(text);
  }

  /** Of this request, those that are the server's own. */
  List<JsonNode> queries() throws IOException {
    JsonNode json = body == null ? MissingNode.getInstance() : JSON.readTree(body);
    return Stream.of(json.path("filter"), json.path("query")).filter(JsonNode::isObject).toList();
  }

  private static void tidy(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(property -> property.getValue().isNull());
      for (String fraction : FRACTIONS) {
        if (object.path(fraction).isTextual()) {
          object.put(fraction, object.path(fraction).asDouble());
        }
      }
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
