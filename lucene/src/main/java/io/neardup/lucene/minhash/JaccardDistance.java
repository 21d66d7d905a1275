// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;

/**
 * A Jaccard distance, 1 - similarity, as a long whose order is that of distances: in units of
 * 2<sup>-29</sup>, in the bit below whether it was estimated, and in the lowest 14 bits how many
 * numbers of the two texts differ. Searches sort by it.
 */
public final class JaccardDistance {
  private static final int UNITS = 1 << 29;

  /** Enough for as many numbers as signatures have. */
  private static final int COUNT_BITS = 7;

  private static final int COUNT = (1 << COUNT_BITS) - 1;

  private JaccardDistance() {}

  /** The distance that this estimate says. */
  public static long encode(JaccardEstimate estimate, OtherNumbers numbers) {
    long units = Math.round((1 - estimate.jaccard()) * UNITS);
    long measured = (units << 1) | (estimate.exact() ? 0 : 1);
    return (((measured << COUNT_BITS) | numbers.theirs()) << COUNT_BITS) | numbers.ours();
  }

  /** The estimate, whose similarity is that which was encoded to within 2<sup>-30</sup>. */
  public static JaccardEstimate decode(long distance) {
    long estimate = distance >>> (2 * COUNT_BITS);
    return JaccardEstimate.of(1 - (estimate >>> 1) / (double) UNITS, (estimate & 1) == 0);
  }

  /** How many numbers differ. */
  public static OtherNumbers numbers(long distance) {
    return new OtherNumbers((int) distance & COUNT, (int) (distance >>> COUNT_BITS) & COUNT);
  }
}
