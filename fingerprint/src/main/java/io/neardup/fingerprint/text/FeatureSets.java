// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import io.neardup.fingerprint.features.TextFeatures;
import java.util.Arrays;

/**
 * The distinct features of a text by their 64-bit hashes, and what two texts share of them. A
 * comparison merges two sorted arrays: linear in both, no allocation. Immutable.
 */
public final class FeatureSets {
  private final long[] sorted;

  private FeatureSets(long[] sorted) {
    this.sorted = sorted;
  }

  /** The set of these hashes; repetitions and order do not matter. */
  public static FeatureSets of(long... hashes) {
    return ofOwn(hashes.clone());
  }

  /** The set of a text's features: eight bytes for each. */
  public static FeatureSets of(TextFeatures features) {
    long[] hashes = new long[features.count()];
    Arrays.setAll(hashes, features::hash);
    return ofOwn(hashes);
  }

  private static FeatureSets ofOwn(long... hashes) {
    Arrays.sort(hashes);
    return new FeatureSets(Arrays.copyOf(hashes, unique(hashes)));
  }

  private static int unique(long... sorted) {
    int unique = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[unique++] = sorted[i];
      }
    }
    return unique;
  }

  /** Number of distinct features. */
  public int size() {
    return sorted.length;
  }

  /** Number of features that both have. */
  public int shared(FeatureSets other) {
    int shared = 0;
    for (int i = 0, j = 0; i < sorted.length && j < other.sorted.length; ) {
      int order = Long.compare(sorted[i], other.sorted[j]);
      shared += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return shared;
  }

  /**
   * What both have as a part of what either has: 0 to 1. Two texts without features have nothing in
   * common.
   */
  public double jaccard(FeatureSets other) {
    int shared = shared(other);
    return part(shared, (long) size() + other.size() - shared);
  }

  /** What both have as a part of what the smaller one has: 0 to 1. */
  public double containment(FeatureSets other) {
    return part(shared(other), Math.min(size(), other.size()));
  }

  private static double part(int shared, long all) {
    return all == 0 ? 0 : shared / (double) all;
  }
}
