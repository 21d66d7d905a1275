// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads responses as distances by id, and rejects those that are incomplete or out of order. */
public final class Answers {
  private static final double BITS = 64;

  private Answers() {}

  /** Returns the response if every shard has answered in time. */
  public static JsonNode complete(JsonNode answer) {
    assertFalse(answer.toString(), answer.path("timed_out").asBoolean(true));
    assertEquals(answer.toString(), 0, answer.at("/_shards/failed").asInt(-1));
    return answer;
  }

  /** The distances of all hits of a search, derived from their scores. */
  static SortedMap<String, Integer> ofSearch(JsonNode answer) {
    JsonNode hits = complete(answer).path("hits");
    SortedMap<String, Integer> distances = new TreeMap<>();
    int last = 0;
    for (JsonNode hit : hits.path("hits")) {
      int distance = distance(hit.path("_score").asDouble(-1));
      last = put(distances, hit, distance, last);
    }
    assertTotal(hits.path("total"), distances);
    return distances;
  }

  /** The distances of all hits in one result of {@code _near_dup}. */
  public static SortedMap<String, Integer> ofResult(JsonNode result) {
    SortedMap<String, Integer> distances = new TreeMap<>();
    int last = 0;
    for (JsonNode hit : complete(result).path("hits")) {
      int distance = hit.path("distance").asInt(-1);
      assertEquals(hit.toString(), distance, distance(hit.path("similarity").asDouble(-1)));
      last = put(distances, hit, distance, last);
    }
    assertTotal(result.path("total"), distances);
    return distances;
  }

  /** The ids of the hits of a search, regardless of scores. */
  public static Set<String> ids(JsonNode answer) {
    Set<String> ids = new TreeSet<>();
    for (JsonNode hit : complete(answer).at("/hits/hits")) {
      assertTrue(hit.toString(), ids.add(hit.path("_id").asText()));
    }
    assertTotal(answer.at("/hits/total"), ids.size());
    return ids;
  }

  private static int distance(double similarity) {
    double distance = (1 - similarity) * BITS;
    assertEquals("a whole number of bits", Math.rint(distance), distance, 0);
    return (int) distance;
  }

  private static int put(
      SortedMap<String, Integer> distances, JsonNode hit, int distance, int last) {
    assertTrue(hit + " comes after distance " + last, distance >= last);
    assertNull("twice: " + hit, distances.put(hit.path("_id").asText(), distance));
    return distance;
  }

  private static void assertTotal(JsonNode total, SortedMap<String, Integer> distances) {
    assertTotal(total, distances.size());
  }

  private static void assertTotal(JsonNode total, int hits) {
    assertEquals("eq", total.path("relation").asText());
    assertEquals(hits, total.path("value").asInt(-1));
  }
}
