// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.Candidates;
import io.neardup.evaluate.candidates.PairSet;
import java.util.function.IntToDoubleFunction;

/**
 * Candidates by distance and similarity, counted in one go, for the curves of all distances that
 * they are searched within.
 */
final class ConfirmedPairs {
  private static final int BUCKETS = Confirmation.STEPS + 1;

  private final Candidates candidates;
  private final Confirmation confirmation;
  private final int maxDistance;
  private final PairSet right;
  private final long[] allCounts;
  private final long[] rightCounts;

  /**
   * @param maxDistance the greatest that candidates have
   */
  ConfirmedPairs(Candidates candidates, int maxDistance, Confirmation confirmation, Sample sample) {
    this.candidates = candidates;
    this.confirmation = confirmation;
    this.maxDistance = maxDistance;
    this.right = sample.pairs();
    int buckets = (maxDistance + 1) * BUCKETS;
    allCounts = PairSet.countRows(sample.documents().size(), buckets, this::countBehind);
    // Behind all of them: not found.
    rightCounts = right.count(buckets + 1, (left, other) -> bucket(left, other, buckets));
  }

  private void countBehind(int document, long[] counts) {
    int[] found = candidates.behind(document);
    if (found.length == 0) {
      return;
    }
    IntToDoubleFunction similarity = confirmation.to(document);
    for (int other : found) {
      counts[bucket(candidates.distance(document, other), similarity.applyAsDouble(other))]++;
    }
  }

  private int bucket(int left, int other, int notFound) {
    int distance = candidates.distance(left, other);
    return distance == Candidates.NOT_FOUND
        ? notFound
        : bucket(distance, confirmation.to(left).applyAsDouble(other));
  }

  private static int bucket(int distance, double similarity) {
    return distance * BUCKETS + Confirmation.bucket(similarity);
  }

  /** Of the candidates within this distance. */
  Curve within(int distance) {
    if (distance > maxDistance) {
      throw new IllegalArgumentException(
          "candidates are within [" + maxDistance + "], got [" + distance + "]");
    }
    return new Curve(
        similarities(allCounts, distance), similarities(rightCounts, distance), right.size());
  }

  private static long[] similarities(long[] counts, int distance) {
    long[] sums = new long[BUCKETS];
    for (int i = 0; i < (distance + 1) * BUCKETS; i++) {
      sums[i % BUCKETS] += counts[i];
    }
    return sums;
  }
}
