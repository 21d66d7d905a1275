// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.hamming.HammingDistanceQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.lucene.search.IndexSearcher;

/**
 * Compares both table shapes: bytes per document, indexing time per document, and lookups in one
 * Lucene segment, alternating between the two. Arguments: number of documents, then distances.
 * Prints a Markdown table.
 */
public final class HashSegmentLayoutBenchmark {
  private static final String FIELD = "fingerprint";
  private static final int QUERIES = LuceneIndex.QUERIES;
  private static final int ROUNDS = 5;

  private HashSegmentLayoutBenchmark() {}

  /** Runs it. */
  public static void main(String[] arguments) throws IOException {
    int documents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3_000_000;
    int[] distances =
        arguments.length > 1
            ? Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray()
            : new int[] {0, 1, 2, 3, 4, 5, 7, 8};
    Output.CONSOLE.println(
        "| documents | shape | segments | max_distance | µs, median | µs, p99 | terms read"
            + " | candidates | doc values read |");
    Output.CONSOLE.println("|---|---|---|---|---|---|---|---|---|");
    for (SampleFingerprints.Shape shape : SampleFingerprints.Shape.values()) {
      compare(shape, documents, distances);
    }
  }

  private static void compare(SampleFingerprints.Shape shape, int documents, int[] distances)
      throws IOException {
    long[] fingerprints = shape.samples(new SplittableRandom(42), documents);
    long[] queries = LuceneIndex.queries(fingerprints);
    try (Table four = new Table(HashSegmentLayout.FOUR, fingerprints);
        Table pairs = new Table(HashSegmentLayout.FIVE_BY_TWO, fingerprints)) {
      for (int distance : distances) {
        long[][] times = new long[2][ROUNDS * QUERIES];
        for (int i = -2 * QUERIES; i < ROUNDS * QUERIES; i++) {
          long query = queries[Math.floorMod(i, QUERIES)];
          long ofFour = four.time(query, distance);
          long ofPairs = pairs.time(query, distance);
          if (i >= 0) {
            times[0][i] = ofFour;
            times[1][i] = ofPairs;
          }
        }
        print(shape, four, distance, queries, times[0]);
        print(shape, pairs, distance, queries, times[1]);
      }
      Output.CONSOLE.println();
      Output.CONSOLE.println(four.describe(shape));
      Output.CONSOLE.println(pairs.describe(shape));
      Output.CONSOLE.println();
    }
  }

  private static void print(
      SampleFingerprints.Shape shape, Table table, int distance, long[] queries, long[] times)
      throws IOException {
    Arrays.sort(times);
    Map<String, Long> sums = new TreeMap<>();
    for (long query : queries) {
      HammingDistanceQuery search = table.query(query, distance);
      table.searcher.count(search);
      search.statistics().counts().forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    Output.CONSOLE.printf(
        Locale.ROOT,
        "| %,d | %s | %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f |%n",
        table.documents,
        shape.name().toLowerCase(Locale.ROOT),
        table.layout.parameter(),
        distance,
        times[times.length / 2] / 1e3,
        times[times.length * 99 / 100] / 1e3,
        sums.get("probes") / (double) QUERIES,
        sums.get("candidates") / (double) QUERIES,
        sums.get("doc_values_read") / (double) QUERIES);
  }

  /** An index of one shape. */
  private static final class Table implements AutoCloseable {
    final HashSegmentLayout layout;
    final int documents;
    final IndexSearcher searcher;
    private final LuceneIndex index;

    Table(HashSegmentLayout layout, long[] fingerprints) throws IOException {
      this.layout = layout;
      this.documents = fingerprints.length;
      this.index =
          new LuceneIndex(
              fingerprints,
              fingerprint -> FingerprintField.fields(layout, FIELD, fingerprint, false));
      this.searcher = index.searcher();
    }

    HammingDistanceQuery query(long fingerprint, int distance) {
      return HammingDistanceQuery.of(
          layout, FIELD, FingerprintSet.of(fingerprint), distance, MemoryAccount.unbounded());
    }

    long time(long fingerprint, int distance) throws IOException {
      long start = System.nanoTime();
      searcher.count(query(fingerprint, distance));
      return System.nanoTime() - start;
    }

    String describe(SampleFingerprints.Shape shape) {
      return String.format(
          Locale.ROOT,
          "%s, %s: %.1f bytes a document, %.1f µs to index and merge one",
          shape.name().toLowerCase(Locale.ROOT),
          layout.parameter(),
          index.bytesPerDocument(),
          index.nanosPerDocument() / 1e3);
    }

    @Override
    public void close() throws IOException {
      index.close();
    }
  }
}
