// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.fingerprint.Fingerprint;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Runs the contestants' queries one at a time, and verifies every answer. */
public final class Searcher implements Closeable {
  /** The maximum number of hits of a search. */
  private static final int MOST_HITS = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Connection connection;

  public Searcher(Connection connection) {
    this.connection = connection;
  }

  /** Runs a query, checks the number of hits, and returns the time. */
  long nanos(TimedQuery contestant, int lookup) throws IOException {
    byte[] request = Connection.post(path(contestant), contestant.search(lookup));
    Connection.Answer answer = connection.succeed(request);
    int hits = JSON.readTree(answer.body()).at("/hits/total/value").asInt(-1);
    requireEqual(contestant, lookup, contestant.hits().applyAsInt(lookup), hits);
    return answer.nanos();
  }

  /**
   * What a query finds.
   *
   * @param total number of all hits
   * @param ids of the first ones
   */
  public record Hits(int total, List<String> ids) {}

  /** Runs a query that nothing is known of yet. */
  public Hits hits(TimedQuery contestant, int lookup) throws IOException {
    byte[] request = Connection.post(path(contestant), contestant.search(lookup));
    JsonNode hits = JSON.readTree(connection.succeed(request).body()).path("hits");
    List<String> ids = new ArrayList<>();
    hits.path("hits").forEach(hit -> ids.add(hit.path("_id").asText()));
    return new Hits(hits.at("/total/value").asInt(-1), ids);
  }

  /** Runs a query, and compares the hits with brute force. */
  public void check(TimedQuery contestant, int lookup, BruteForce truth) throws IOException {
    int hits = contestant.hits().applyAsInt(lookup);
    if (hits > MOST_HITS) {
      return;
    }
    long[] found = fingerprints(contestant, lookup, Math.max(hits, 1));
    if (contestant.distance().isPresent()) {
      long[] expected = truth.within(lookup, contestant.distance().getAsInt());
      requireEqual(contestant, lookup, Arrays.toString(expected), Arrays.toString(found));
    } else {
      int[] expected = truth.nearest(lookup, hits);
      int[] distances =
          Arrays.stream(found)
              .mapToInt(one -> Fingerprint.distance(one, truth.lookup(lookup)))
              .sorted()
              .toArray();
      requireEqual(contestant, lookup, Arrays.toString(expected), Arrays.toString(distances));
    }
  }

  private long[] fingerprints(TimedQuery contestant, int lookup, int size) throws IOException {
    JsonNode answer =
        JSON.readTree(
            connection
                .succeed(Connection.post(path(contestant), contestant.fingerprints(lookup, size)))
                .body());
    List<Long> found = new ArrayList<>();
    for (JsonNode hit : answer.at("/hits/hits")) {
      JsonNode value = hit.path("fields").path(Layout.FIELD).path(0);
      found.add(value.isTextual() ? Fingerprint.parse(value.asText()) : value.asLong());
    }
    return found.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** The id of the document nearest to this lookup. */
  public String id(long lookup) throws IOException {
    byte[] request =
        Connection.post("/" + Layout.SIMHASH.index() + "/_search", TimedQuery.scoredSearch(lookup));
    return JSON.readTree(connection.succeed(request).body()).at("/hits/hits/0/_id").asText();
  }

  private static String path(TimedQuery contestant) {
    return "/" + contestant.index() + "/_search";
  }

  private static void requireEqual(
      TimedQuery contestant, int lookup, Object expected, Object found) {
    if (expected.equals(found) == false) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s, lookup %d: brute force has %s, the server %s",
              contestant.name(),
              lookup,
              expected,
              found));
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
