// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Precision and recall at every threshold, from how many pairs, and how many right ones, are found
 * in which bucket. Buckets are ordered from alike to different, and a threshold takes in all up to
 * its own.
 */
final class Curve {
  private final long[] found;
  private final long[] right;
  private final long positives;

  /**
   * @param all number of pairs in each bucket
   * @param right those of them that are near-duplicates
   * @param positives number of near-duplicates, those in no bucket too
   */
  Curve(long[] all, long[] right, long positives) {
    this.found = running(all);
    this.right = running(right);
    this.positives = positives;
  }

  /**
   * What is found up to one bucket.
   *
   * @param found number of pairs
   * @param right those of them that are near-duplicates
   * @param missed near-duplicates that are not found
   */
  record Point(int bucket, long found, long right, long missed) {
    /** The part of what is found that is right; NaN if nothing is found. */
    double precision() {
      return found == 0 ? Double.NaN : right / (double) found;
    }

    /** The part of the near-duplicates that is found. */
    double recall() {
      return right + missed == 0 ? 1 : right / (double) (right + missed);
    }

    /** The harmonic mean of both. */
    double f1() {
      return found + right + missed == 0 ? 1 : 2.0 * right / (found + right + missed);
    }
  }

  /** Number of thresholds. */
  int buckets() {
    return found.length;
  }

  Point at(int bucket) {
    return new Point(bucket, found[bucket], right[bucket], positives - right[bucket]);
  }

  /** The point of the best F1 among the first so many buckets; of equal ones the first. */
  Point best(int buckets) {
    return IntStream.range(0, buckets)
        .mapToObj(this::at)
        .max(Comparator.comparingDouble(Point::f1).thenComparing(p -> -p.bucket))
        .orElseThrow();
  }

  private static long[] running(long[] counts) {
    long[] sums = counts.clone();
    for (int i = 1; i < sums.length; i++) {
      sums[i] += sums[i - 1];
    }
    return sums;
  }
}
