// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Random;

/** Fingerprints to index and to search for: evenly spread, or as skewed as real collections are. */
public final class Samples {
  /** A page frame that many documents share puts one value into one segment of all of them. */
  static final long COMMON_SEGMENT_1 = 0x0000_BEEF_0000_0000L;

  static final long COMMON_SEGMENT_3 = 0x0000_0000_0000_CAFEL;

  private Samples() {}

  public static long[] even(Random random, int count) {
    return random.longs(count).toArray();
  }

  /**
   * Zipf-weighted centers with up to 25 flipped bits; then one value in segment 1 of 30 % and in
   * segment 3 of 10 %.
   */
  public static long[] skewed(Random random, int count) {
    long[] centers = even(random, 1 + count / 20);
    long[] samples = new long[count];
    Arrays.setAll(
        samples,
        i -> {
          long sample = flip(random, zipf(random, centers), random.nextInt(26));
          if (random.nextInt(10) < 3) {
            sample = (sample & ~0x0000_FFFF_0000_0000L) | COMMON_SEGMENT_1;
          }
          if (random.nextInt(10) < 1) {
            sample = (sample & ~0x0000_0000_0000_FFFFL) | COMMON_SEGMENT_3;
          }
          return sample;
        });
    return samples;
  }

  /** The member at rank r with a probability in proportion to 1 / r. */
  private static long zipf(Random random, long[] members) {
    double rank = Math.exp(random.nextDouble() * Math.log(members.length + 1));
    return members[(int) rank - 1];
  }

  /** {@code bits} different bits flipped. */
  public static long flip(Random random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(Fingerprint.BITS);
    }
    return fingerprint ^ mask;
  }

  /** What a query asks for: indexed ones with a few bits flipped, and some from nowhere. */
  public static long[] queries(Random random, long[] indexed, int count) {
    long[] queries = new long[count];
    Arrays.setAll(
        queries,
        i ->
            random.nextInt(5) == 0
                ? random.nextLong()
                : flip(
                    random,
                    indexed[random.nextInt(indexed.length)],
                    RandomNumbers.randomIntBetween(random, 0, 6)));
    return queries;
  }
}
