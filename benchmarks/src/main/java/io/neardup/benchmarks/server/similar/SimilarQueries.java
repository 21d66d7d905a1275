// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import io.neardup.benchmarks.server.Searcher;
import io.neardup.benchmarks.server.TimedQuery;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/** Searches for similar sets, the plugin's and others, and what they are compared with. */
final class SimilarQueries {
  /** The plugin's lookup, with its defaults but for the similarity. */
  static final String LOOKUP = "near_dup, recall 0.95";

  /** All signatures compared. */
  static final String SCAN = "near_dup, recall 1 (scan)";

  private static final double RECALL = 0.95;

  /** As many equal values as sets of the similarity asked for have on average. */
  private static final int EQUAL =
      (int) Math.round(MinHashSignature.VALUES * (1 + 15 * PlantedSets.ASKED) / 16);

  private static final String SCRIPT =
      """
      byte[] b = doc['h'].value.bytes; int o = doc['h'].value.offset; String q = params.q; int n = 0;
      for (int i = 1; i < 257; i++) {
        int x = b[o + i] ^ q.charAt(i);
        if ((x & 240) == 0) { n++; }
        if ((x & 15) == 0) { n++; }
      }
      return n >= params.n;
      """
          .replace('\n', ' ');

  private final PlantedSets sets;
  private final List<TimedQuery> queries = new ArrayList<>();

  /**
   * @param layouts of which there is an index
   */
  SimilarQueries(PlantedSets sets, Set<SimilarLayout> layouts) {
    this.sets = sets;
    String minHash = SimilarLayout.MINHASH.index();
    add("match_none", minHash, i -> "{\"match_none\": {}}");
    add(
        TimedQuery.IDS,
        minHash,
        i ->
            "{\"ids\": {\"values\": [\"" + String.join("\", \"", PlantedSets.similar(i)) + "\"]}}");
    add(LOOKUP, minHash, i -> filter(nearDup(signature(i), RECALL)));
    add(SCAN, minHash, i -> filter(nearDup(signature(i), 1)));
    if (layouts.contains(SimilarLayout.PLAIN)) {
      add("terms + painless", SimilarLayout.PLAIN.index(), i -> filter(plain(signature(i))));
    }
    if (layouts.contains(SimilarLayout.TOKENS)) {
      add("match, min_hash tokens", SimilarLayout.TOKENS.index(), this::match);
    }
  }

  private void add(String name, String index, IntFunction<String> query) {
    String[] all = new String[sets.lookups()];
    Arrays.setAll(all, query);
    queries.add(new TimedQuery(name, index, i -> all[i], i -> -1));
  }

  /** What was found by all lookups of one kind. */
  record Found(int[] hits, long similar) {
    /** The part of the sets that are similar enough that was found. */
    double recall() {
      return (double) similar / (hits.length * PlantedSets.SIMILAR);
    }

    /** The part of what was found that is similar enough. */
    double precision() {
      return (double) similar / Arrays.stream(hits).asLongStream().sum();
    }
  }

  /** Runs each once, and returns what it found: later the same number must be found each time. */
  Map<TimedQuery, Found> run(Searcher searcher) throws IOException {
    Map<TimedQuery, Found> found = new LinkedHashMap<>();
    for (TimedQuery query : queries) {
      int[] hits = new int[sets.lookups()];
      long similar = 0;
      for (int i = 0; i < hits.length; i++) {
        int lookup = i;
        Searcher.Hits one = searcher.hits(query, i);
        hits[i] = one.total();
        similar += one.ids().stream().filter(id -> PlantedSets.isSimilar(id, lookup)).count();
      }
      found.put(
          new TimedQuery(query.name(), query.index(), query.query(), i -> hits[i]),
          new Found(hits, similar));
    }
    return found;
  }

  private MinHashSignature signature(int lookup) {
    return PlantedSets.signature(sets.lookup(lookup));
  }

  private static String filter(String filters) {
    return "{\"bool\": {\"filter\": [" + filters + "]}}";
  }

  private static String nearDup(MinHashSignature signature, double recall) {
    return String.format(
        Locale.ROOT,
        "{\"near_dup\": {\"h\": {\"signature\": \"%s\", \"similarity\": %s, \"recall\": %s}}}",
        signature,
        PlantedSets.ASKED,
        recall);
  }

  /** The same bands as the plugin's lookup reads, so that the recall is the same. */
  private static String plain(MinHashSignature signature) {
    int read = SimilarLayout.BANDS.read(PlantedSets.ASKED, RECALL);
    return String.format(
        Locale.ROOT,
        "{\"terms\": {\"bands\": [%s]}}, {\"script\": {\"script\": {\"source\": \"%s\","
            + " \"params\": {\"q\": \"%s\", \"n\": %d}}}}",
        SimilarLayout.bands(signature, read),
        SCRIPT,
        characters(signature),
        EQUAL);
  }

  /** The bytes as characters, which a script reads faster than a list of numbers. */
  private static String characters(MinHashSignature signature) {
    StringBuilder characters = new StringBuilder();
    for (byte one : signature.toBytes()) {
      characters.append(String.format(Locale.ROOT, "\\u%04x", one & 0xFF));
    }
    return characters.toString();
  }

  /** Scored, because all tokens have one position, and match finds what has any of them. */
  private String match(int lookup) {
    return "{\"match\": {\"h\": {\"query\": \""
        + SimilarLayout.words(sets.lookup(lookup))
        + "\"}}}";
  }
}
