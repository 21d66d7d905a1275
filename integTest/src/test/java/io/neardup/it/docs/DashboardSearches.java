// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.dashboards.Aggregations;
import io.neardup.dashboards.PanelSearch;
import io.neardup.dashboards.SavedObject;
import io.neardup.dashboards.SavedObjects;
import io.neardup.dashboards.Vega;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The searches behind saved objects, as Dashboards sends them.
 *
 * @param rest the server that is asked
 * @param objects that are searched by
 */
record DashboardSearches(Rest rest, SavedObjects objects) {
  /** How the server answers a search of an index. */
  JsonNode search(String index, ObjectNode body) throws IOException {
    JsonNode answer = rest.post("/" + index + PanelSearch.ENDPOINT, body.toString());
    assertEquals(answer.toString(), 0, answer.at("/_shards/failed").asInt());
    return answer;
  }

  /** How the server answers the search of the object with this id. */
  JsonNode answer(String id) throws IOException {
    for (SavedObject object : objects.all()) {
      if (object.id().equals(id)) {
        return answer(object);
      }
    }
    throw new AssertionError("no object " + id);
  }

  /** How the server answers the search of this object. */
  JsonNode answer(SavedObject object) throws IOException {
    PanelSearch search = PanelSearch.of(objects, object);
    return search(search.index(), search.body());
  }

  /** How many hits, or buckets of the outermost aggregation. */
  static int found(SavedObject object, JsonNode answer) {
    if (Vega.draws(object)) {
      int rows = 0;
      for (JsonNode row : new Vega(object).rows(answer)) {
        rows += row.has("buckets") ? row.path("buckets").size() : 1;
      }
      return rows;
    }
    if (object.type().equals("visualization")) {
      String first = new Aggregations(object).buckets().get(0).path("id").asText();
      return answer.path("aggregations").path(first).path("buckets").size();
    }
    return answer.at("/hits/hits").size();
  }

  /** What is wrong with each search, asked of this index instead; empty if it finds something. */
  Map<String, String> flaws(String index) throws IOException {
    Map<String, String> seen = new TreeMap<>();
    for (SavedObject object : objects.all()) {
      if (PanelSearch.isOf(object) && object.id().equals("near-dup-counters") == false) {
        String body = PanelSearch.of(objects, object).body().toString();
        Rest.Answer answer = rest.send("POST", "/" + index + PanelSearch.ENDPOINT, body);
        if (answer.status() >= 400) {
          seen.put(object.title(), answer.body().at("/error/root_cause/0/reason").asText());
        } else if (body.contains("\"aggs\"") && answer.body().has("aggregations") == false) {
          seen.put(object.title(), "no aggregations");
        } else if (found(object, answer.body()) == 0) {
          seen.put(object.title(), "empty");
        }
      }
    }
    return seen;
  }
}
