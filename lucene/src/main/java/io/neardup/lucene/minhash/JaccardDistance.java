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

  private JaccardDistance() {}

  /** The distance that this estimate says. */
  public static long encode(JaccardEstimate estimate, OtherNumbers numbers) {
    long units = Math.round((1 - estimate.jaccard()) * UNITS);
    long measured = (units << 1) | (estimate.exact() ? 0 : 1);
    return (measured << OtherNumbers.CODE_BITS) | numbers.code();
  }

  /** The estimate, whose similarity is that which was encoded to within 2<sup>-30</sup>. */
  public static JaccardEstimate decode(long distance) {
    long estimate = distance >>> OtherNumbers.CODE_BITS;
    return JaccardEstimate.of(1 - (estimate >>> 1) / (double) UNITS, (estimate & 1) == 0);
  }

  /** How many numbers differ. */
  public static OtherNumbers numbers(long distance) {
    return OtherNumbers.of((int) distance);
  }
}
