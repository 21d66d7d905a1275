// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Pairs of documents by their places in the list, each once, whichever is named first. Immutable.
 */
public final class PairSet {
  private final long[] pairs;

  private PairSet(LongStream pairs) {
    this.pairs = pairs.sorted().distinct().toArray();
  }

  /**
   * @param pairs from {@link #pair}
   */
  public static PairSet of(LongStream pairs) {
    return new PairSet(pairs);
  }

  /** One pair as a number. */
  public static long pair(int left, int right) {
    if (left == right) {
      throw new IllegalArgumentException("a document is no pair with itself, got [" + left + "]");
    }
    return (long) Math.min(left, right) << 32 | Math.max(left, right);
  }

  /** A number before all pairs of this document with those behind it, and itself none of them. */
  static long first(int document) {
    return (long) document << 32 | document;
  }

  public LongStream stream() {
    return LongStream.of(pairs);
  }

  public int size() {
    return pairs.length;
  }

  /** How many of these pairs have each value of {@code bucket}. */
  public long[] count(int buckets, IntBinaryOperator bucket) {
    long[] counts = new long[buckets];
    for (long pair : pairs) {
      counts[bucket.applyAsInt((int) (pair >>> 32), (int) pair)]++;
    }
    return counts;
  }

  /** How many of all pairs of so many documents have each value of {@code bucket}. */
  public static long[] countAll(int documents, int buckets, IntBinaryOperator bucket) {
    return countRows(
        documents,
        buckets,
        (left, counts) -> {
          for (int right = left + 1; right < documents; right++) {
            counts[bucket.applyAsInt(left, right)]++;
          }
        });
  }

  /** Adds what {@code row} counts for each document, on all cores. */
  public static long[] countRows(int documents, int buckets, Row row) {
    return IntStream.range(0, documents)
        .parallel()
        .collect(
            () -> new long[buckets],
            (counts, document) -> row.count(document, counts),
            PairSet::addAll);
  }

  /** Counts the pairs of one document with those behind it. */
  @FunctionalInterface
  public interface Row {
    /** Adds them to the counts. */
    public void count(int document, long[] counts);
  }

  private static void addAll(long[] sums, long[] more) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += more[i];
    }
  }
}
