// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * A query for near-duplicates, or a request to compare it with.
 *
 * @param name in the table
 * @param index to search
 * @param query JSON per lookup
 * @param hits expected number of hits per lookup
 * @param distance of all documents that must be found; empty to check only the number
 */
public record TimedQuery(
    String name,
    String index,
    IntFunction<String> query,
    IntUnaryOperator hits,
    OptionalInt distance) {

  /** The baseline: the cheapest request that finds a document. */
  public static final String IDS = "ids";

  /** A distance beyond the reach of tables and terms: all fingerprints are compared. */
  static final int FAR = 20;

  private static final String SIMHASH = Layout.SIMHASH.index();
  private static final String PLAIN = Layout.PLAIN.index();
  private static final List<Integer> DISTANCES = List.of(0, 3, 5, 7, 11, FAR);
  private static final int BY_TERMS = 3;
  private static final String SCRIPT =
      """
      {"script": {"script": {"source": "Long.bitCount(doc['h'].value ^ params.q) <= params.d",
                             "params": {"q": %d, "d": %d}}}}\
      """;

  /** All queries. */
  public static List<TimedQuery> all(BruteForce truth, List<String> ids) {
    List<TimedQuery> all = new ArrayList<>();
    all.add(new TimedQuery("match_none", SIMHASH, i -> "{\"match_none\": {}}", i -> 0));
    all.add(
        new TimedQuery(
            IDS, SIMHASH, i -> "{\"ids\": {\"values\": [\"" + ids.get(i) + "\"]}}", i -> 1));
    all.add(
        within(
            "four terms + painless, distance 3",
            PLAIN,
            truth,
            BY_TERMS,
            i -> filter(terms(truth.lookup(i)) + ", " + script(truth.lookup(i), BY_TERMS))));
    all.add(
        within(
            "painless over all, distance 20",
            PLAIN,
            truth,
            FAR,
            i -> filter(script(truth.lookup(i), FAR))));
    for (int distance : DISTANCES) {
      all.add(
          within(
              "near_dup, distance " + distance,
              SIMHASH,
              truth,
              distance,
              i -> filter(nearDup(truth.lookup(i), distance))));
    }
    return all;
  }

  /** A query whose hits are only counted. */
  public TimedQuery(String name, String index, IntFunction<String> query, IntUnaryOperator hits) {
    this(name, index, query, hits, OptionalInt.empty());
  }

  private static TimedQuery within(
      String name, String index, BruteForce truth, int distance, IntFunction<String> query) {
    return new TimedQuery(
        name, index, query, i -> truth.count(i, distance), OptionalInt.of(distance));
  }

  /** The search that is timed: ten hits, without sources, and the exact number of all. */
  String search(int lookup) {
    return search(lookup, 10, "");
  }

  /** The search that is verified: the fingerprints of this many hits. */
  String fingerprints(int lookup, int size) {
    return search(lookup, size, ", \"docvalue_fields\": [\"" + Layout.FIELD + "\"]");
  }

  private String search(int lookup, int size, String more) {
    return String.format(
        Locale.ROOT,
        "{\"size\": %d, \"_source\": false, \"track_total_hits\": true, \"query\": %s%s}",
        size,
        query.apply(lookup),
        more);
  }

  /** The plain alternative up to distance 3, as one search. */
  static String plainSearch(long lookup) {
    return "{\"size\": 10, \"_source\": false, \"track_total_hits\": true, \"query\": "
        + filter(terms(lookup) + ", " + script(lookup, BY_TERMS))
        + "}";
  }

  /** The documents within distance 3 of a lookup, nearest first. */
  static String scoredSearch(long lookup) {
    return "{\"size\": 1, \"_source\": false, \"query\": " + nearDup(lookup, BY_TERMS) + "}";
  }

  private static String filter(String filters) {
    return "{\"bool\": {\"filter\": [" + filters + "]}}";
  }

  private static String script(long lookup, int distance) {
    return String.format(Locale.ROOT, SCRIPT, lookup, distance);
  }

  private static String terms(long lookup) {
    StringBuilder terms = new StringBuilder("{\"bool\": {\"should\": [");
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      terms.append(s == 0 ? "" : ", ").append("{\"term\": {\"s").append(s).append("\": \"");
      terms.append(Fingerprint.segmentHex(lookup, s)).append("\"}}");
    }
    return terms.append("]}}").toString();
  }

  private static String nearDup(long lookup, int distance) {
    return String.format(
        Locale.ROOT,
        "{\"near_dup\": {\"%s\": {\"hash\": \"%s\", \"max_distance\": %d}}}",
        Layout.FIELD,
        Fingerprint.toHex(lookup),
        distance);
  }
}
