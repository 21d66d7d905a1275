// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.cli.io.DestSearch;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The records of a run as a page shows them: groups in some order, and the members of one.
 *
 * @param dest the index of the records
 * @param index of the documents, for what is searched by their words
 * @param most hits of a search in either of them
 */
record ReviewedGroups(Server server, String dest, String index, ShownFields shown, int most) {
  /** Of groups, and of documents that a search finds: what one request of the server takes. */
  static final int MOST = 1_000;

  private static final int PAGE = 50;

  /** Indexes, or routings in them, of one search: each has three of the 1,024 clauses of it. */
  private static final int PLACES = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How groups are ordered, by the aggregation that does it. */
  private static final Map<String, Map<String, String>> ORDERS =
      Map.of(
          "largest", Map.of("_count", "desc"),
          "newest", Map.of("newest", "desc"),
          "similarity", Map.of("least_similarity", "asc"),
          "distance", Map.of("greatest_distance", "desc"));

  /**
   * Some groups, and how many there are.
   *
   * @param asked {@code order}, {@code query} and {@code size}
   */
  ObjectNode list(JsonNode asked) throws IOException {
    int size = Math.min(MOST, Math.max(1, asked.path("size").asInt(PAGE)));
    String order = asked.path("order").asText("largest");
    if (ORDERS.containsKey(order) == false) {
      throw Fault.usage("[order] must be one of " + ORDERS.keySet() + ", got [" + order + "]");
    }
    List<Object> filters = new ArrayList<>();
    String query = asked.path("query").asText("").strip();
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    if (query.isEmpty() == false) {
      filters.add(Map.of("terms", Map.of("group", found(query, answer))));
    }
    Map<String, Object> aggs = new LinkedHashMap<>();
    aggs.put("least_similarity", Map.of("min", Map.of("field", "similarity")));
    aggs.put("greatest_distance", Map.of("max", Map.of("field", "distance")));
    if (order.equals("newest")) {
      aggs.put("newest", Map.of("max", Map.of("field", "fields." + shown.date())));
    }
    aggs.put("kept", Map.of("filter", Map.of("exists", Map.of("field", "verdict"))));
    aggs.put("first", Map.of("top_hits", Map.of("size", 1, "sort", canonicalFirst())));
    Map<String, Object> terms = new LinkedHashMap<>();
    terms.put("field", "group");
    terms.put("size", size);
    terms.put("order", ORDERS.get(order));
    Map<String, Object> groups = Map.of("terms", terms, "aggs", aggs);
    JsonNode result =
        search(
            Map.of(
                "size",
                0,
                "query",
                Map.of("bool", Map.of("filter", filters)),
                "aggs",
                Map.of(
                    "groups",
                    groups,
                    "all",
                    Map.of(
                        "cardinality", Map.of("field", "group", "precision_threshold", 40_000)))));
    answer.put("total", result.at("/aggregations/all/value").asLong());
    answer.set("groups", groups(result.at("/aggregations/groups/buckets")));
    answer.put("more", result.at("/aggregations/groups/sum_other_doc_count").asLong() > 0);
    return answer;
  }

  /** The groups of the documents that a query finds. */
  private List<String> found(String query, ObjectNode answer) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("size", most);
    body.put("_source", false);
    body.put("query", Map.of("query_string", Map.of("query", query, "lenient", true)));
    JsonNode hits = server.post("/" + Server.encoded(index) + "/_search", body).path("hits");
    Map<List<String>, List<String>> ids = new LinkedHashMap<>();
    for (JsonNode hit : hits.path("hits")) {
      List<String> place =
          Arrays.asList(hit.path("_index").asText(), hit.path("_routing").textValue());
      ids.computeIfAbsent(place, where -> new ArrayList<>()).add(hit.path("_id").asText());
    }
    answer.put("found", hits.at("/total/value").asLong());
    answer.put("looked_at", hits.path("hits").size());
    List<Object> places = new ArrayList<>();
    ids.forEach((place, some) -> places.add(documents(place.get(0), place.get(1), some)));
    Set<String> names = new LinkedHashSet<>();
    for (int from = 0; from < places.size(); from += PLACES) {
      List<Object> some = places.subList(from, Math.min(places.size(), from + PLACES));
      JsonNode groups =
          search(
              Map.of(
                  "size",
                  0,
                  "query",
                  Map.of("bool", Map.of("should", some)),
                  "aggs",
                  Map.of("groups", Map.of("terms", Map.of("field", "group", "size", most)))));
      groups
          .at("/aggregations/groups/buckets")
          .forEach(bucket -> names.add(bucket.path("key").asText()));
    }
    return names.stream().limit(most).toList();
  }

  /** Records of documents that have, or have not, a routing: each may have the same ids. */
  private static Map<String, Object> documents(String index, String routing, List<String> ids) {
    List<Object> all =
        List.of(is("index", index), Map.of("terms", Map.of("id", ids)), is("routing", routing));
    return Map.of("bool", Map.of("filter", all));
  }

  private ArrayNode groups(JsonNode buckets) throws IOException {
    ArrayNode groups = JsonNodeFactory.instance.arrayNode();
    List<ObjectNode> canonicals = new ArrayList<>();
    for (JsonNode bucket : buckets) {
      ObjectNode group = groups.addObject();
      group.set("group", bucket.get("key"));
      group.set("size", bucket.get("doc_count"));
      group.set("kept", bucket.at("/kept/doc_count"));
      group.set("similarity", bucket.at("/least_similarity/value"));
      group.set("distance", bucket.at("/greatest_distance/value"));
      ObjectNode canonical = shown(bucket.at("/first/hits/hits/0"));
      group.set("canonical", canonical);
      canonicals.add(canonical);
    }
    shown.addTo(server, canonicals, false);
    return groups;
  }

  /**
   * Some members of a group, the canonical first and then the least sure.
   *
   * @param asked {@code group}, and {@code after}, the {@code next} of the answer before
   */
  ObjectNode members(JsonNode asked) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    int size = Math.min(PAGE, most);
    body.put("size", size);
    if (asked.has("after")) {
      body.put("search_after", JSON.readTree(asked.path("after").asText()));
    }
    body.put("track_total_hits", true);
    body.put("seq_no_primary_term", true);
    body.put("query", Map.of("term", Map.of("group", asked.path("group").asText())));
    body.put("sort", canonicalFirst());
    JsonNode hits = search(body).path("hits");
    List<ObjectNode> members = new ArrayList<>();
    hits.path("hits").forEach(hit -> members.add(shown(hit)));
    shown.addTo(server, members, false);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("total", hits.at("/total/value").asLong());
    answer.putArray("members").addAll(members);
    if (members.size() == size) {
      // As text: numbers among these values may be too large for a browser.
      answer.put("next", hits.at("/hits/" + (size - 1) + "/sort").toString());
    }
    return answer;
  }

  /** A record, and the text of its document. */
  ObjectNode document(JsonNode asked) throws IOException {
    ObjectNode record = record(asked.path("record").asText());
    shown.addTo(server, List.of(record), true);
    return record;
  }

  /** A record by its id. */
  ObjectNode record(String id) throws IOException {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("seq_no_primary_term", true);
    body.put("size", 1);
    body.put("query", Map.of("ids", Map.of("values", List.of(id))));
    JsonNode hits = search(body).at("/hits/hits");
    if (hits.isEmpty()) {
      throw Fault.usage("[" + dest + "] has no record [" + id + "] any more");
    }
    return shown(hits.get(0));
  }

  /** That a field has a value; null for that it has none. */
  static Map<String, Object> is(String field, String value) {
    return value == null
        ? Map.of("bool", Map.of("must_not", Map.of("exists", Map.of("field", field))))
        : Map.of("term", Map.of(field, value));
  }

  /** After it, the farthest duplicate. */
  private static List<Map<String, ?>> canonicalFirst() {
    return DestSearch.canonicalFirst(
        List.of(
            Map.of("similarity", Map.of("order", "asc", "missing", "_last")),
            Map.of("distance", Map.of("order", "desc", "missing", "_last"))));
  }

  /** A record as the page gets it: with its id, and the version that was looked at. */
  static ObjectNode shown(JsonNode hit) {
    ObjectNode record = hit.path("_source").deepCopy();
    record.remove(List.of("seq_no", "primary_term"));
    record.set("record", hit.get("_id"));
    record.set(
        "seen",
        JsonNodeFactory.instance
            .arrayNode()
            .add(hit.path("_seq_no"))
            .add(hit.path("_primary_term")));
    return record;
  }

  JsonNode search(Object body) throws IOException {
    return DestSearch.post(server, dest, body);
  }
}
