// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;

/** Compares the server with brute force: ids, distances, order and totals. */
public record Duel(Rest rest, String target, String parameters, Oracle oracle) {
  /** The default of plugins.near_dup.max_results, for all questions of a request together. */
  private static final int MAX_RESULTS = 100_000;

  Duel(Rest rest, String target, Oracle oracle) {
    this(rest, target, "", oracle);
  }

  /** Compares with the current content of these indexes. */
  static Duel over(Rest rest, String target) throws IOException {
    return new Duel(rest, target, Oracle.of(rest, target));
  }

  /** The endpoint, with one question per hash, and the query, which scores by the nearest hash. */
  public void assertExact(int maxDistance, long... hashes) throws IOException {
    assertEndpoint(maxDistance, hashes);
    assertSearch(
        Json.of(
            "{'near_dup': {'$1': {'hashes': $2, 'max_distance': $3}}}",
            Fixture.FIELD,
            Json.list(hashes),
            maxDistance),
        maxDistance,
        hashes);
  }

  private void assertEndpoint(int maxDistance, long... hashes) throws IOException {
    JsonNode answer =
        rest.post(
            "/" + target + "/_near_dup" + parameters,
            Json.of(
                "{'field': '$1', 'hashes': $2, 'max_distance': $3, 'size': $4, '_source': false}",
                Fixture.FIELD,
                Json.list(hashes),
                maxDistance,
                Math.min(Oracle.ALL, MAX_RESULTS / hashes.length)));
    assertEquals(hashes.length, answer.path("results").size());
    for (int i = 0; i < hashes.length; i++) {
      JsonNode result = answer.path("results").path(i);
      String what = target + ", distance " + maxDistance + " of " + Oracle.hex(hashes[i]);
      assertEquals(what, Oracle.hex(hashes[i]), result.path("hash").asText());
      assertEquals(what, oracle.near(maxDistance, hashes[i]), Answers.ofResult(result));
    }
  }

  /** A query that finds and scores what is near the hashes. */
  void assertSearch(String query, int maxDistance, long... hashes) throws IOException {
    assertEquals(
        target + ", " + query,
        oracle.near(maxDistance, hashes),
        Answers.ofSearch(search(Json.of("'query': $1", query))));
  }

  /** The response to a search with these parts, with all hits. */
  JsonNode search(String parts) throws IOException {
    return rest.post(
        "/" + target + "/_search" + parameters,
        Json.of("{'size': $1, 'track_total_hits': true, '_source': false, $2}", Oracle.ALL, parts));
  }
}
