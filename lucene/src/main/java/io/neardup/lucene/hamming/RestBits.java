// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.field.HashSegmentLayout;

/** The chance that the bits of a posting let a random candidate pass. */
final class RestBits {
  private static final float[] CHANCE = new float[HashSegmentLayout.REST_BITS + 1];

  static {
    double combinations = 1;
    double sum = 0;
    for (int different = 0; different <= HashSegmentLayout.REST_BITS; different++) {
      sum += combinations;
      CHANCE[different] = (float) Math.scalb(sum, -HashSegmentLayout.REST_BITS);
      combinations = combinations * (HashSegmentLayout.REST_BITS - different) / (different + 1);
    }
  }

  private RestBits() {}

  /** The chance that at most this many bits differ: a binomial distribution. */
  static float chance(int maxDifferent) {
    return CHANCE[Math.min(maxDifferent, HashSegmentLayout.REST_BITS)];
  }
}
