// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Sample fingerprints, either uniform or distributed as in real collections. */
public final class SampleFingerprints {
  private static final int CENTERS = 2000;

  private SampleFingerprints() {}

  /** The distribution. */
  public enum Shape {
    /** Uniform. */
    EVEN {
      @Override
      long[] samples(SplittableRandom random, int count) {
        return random.longs(count).toArray();
      }
    },

    /**
     * Zipf-weighted centers with 6 to 25 flipped bits; then, as page frames do, one value in
     * segment 1 of 30 % and in segment 3 of 10 %.
     */
    SKEWED {
      @Override
      long[] samples(SplittableRandom random, int count) {
        long[] centers = random.longs(CENTERS).toArray();
        long[] samples = new long[count];
        Arrays.setAll(samples, i -> skewed(random, centers));
        return samples;
      }
    };

    abstract long[] samples(SplittableRandom random, int count);
  }

  private static long skewed(SplittableRandom random, long[] centers) {
    // The center at rank r with a probability in proportion to 1 / r.
    int rank = (int) Math.exp(random.nextDouble() * Math.log(centers.length + 1));
    long sample = flip(random, centers[rank - 1], random.nextInt(6, 26));
    if (random.nextInt(10) < 3) {
      sample = (sample & ~0x0000_FFFF_0000_0000L) | 0x0000_BEEF_0000_0000L;
    }
    return random.nextInt(10) < 1 ? (sample & ~0xFFFFL) | 0xCAFEL : sample;
  }

  /** Flips {@code bits} different bits. */
  static long flip(SplittableRandom random, long fingerprint, int bits) {
    long mask = 0;
    while (Long.bitCount(mask) < bits) {
      mask |= 1L << random.nextInt(Long.SIZE);
    }
    return fingerprint ^ mask;
  }
}
