// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.JaccardEstimate;

/**
 * A Jaccard distance, 1 - similarity, as an int whose order is that of distances: in units of
 * 2<sup>-29</sup>, and in the lowest bit whether it was estimated. Searches sort by it.
 */
public final class JaccardDistance {
  private static final int UNITS = 1 << 29;

  private JaccardDistance() {}

  /** The distance that this estimate says. */
  public static int encode(JaccardEstimate estimate) {
    int units = (int) Math.round((1 - estimate.jaccard()) * UNITS);
    return units << 1 | (estimate.exact() ? 0 : 1);
  }

  /** The estimate, whose similarity is that which was encoded to within 2<sup>-30</sup>. */
  public static JaccardEstimate decode(int distance) {
    return JaccardEstimate.of(1 - (distance >>> 1) / (double) UNITS, (distance & 1) == 0);
  }
}
