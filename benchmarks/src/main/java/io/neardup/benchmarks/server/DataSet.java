// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Fingerprints to search, reproducible by number and seed. */
public enum DataSet {
  /** Uniform. */
  EVEN {
    @Override
    public long[] fingerprints(int count, long seed) {
      return new SplittableRandom(seed).longs(count).toArray();
    }
  },

  /**
   * As in collections with many versions of few texts: clustered around centers, a few of them very
   * frequent; and, as with boilerplate, one value in segment 1 of three documents in ten, and one
   * in segment 3 of every tenth.
   */
  SKEWED {
    @Override
    public long[] fingerprints(int count, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] centers = random.longs(CENTERS).toArray();
      double[] zipf = Zipf.cumulative(CENTERS);
      long[] fingerprints = new long[count];
      for (int i = 0; i < count; i++) {
        long center = centers[Zipf.pick(zipf, random)];
        int flips = random.nextInt(MIN_FLIPS, MAX_FLIPS + 1);
        long one = center ^ bits(flips, -1L, random);
        one = random.nextDouble() < COMMON_SHARE ? withSegment(one, COMMON_SEGMENT) : one;
        fingerprints[i] = random.nextDouble() < RARER_SHARE ? withSegment(one, RARER_SEGMENT) : one;
      }
      return fingerprints;
    }
  };

  /** The segment with {@link #COMMON_VALUE} in three of ten documents of the skewed set. */
  public static final int COMMON_SEGMENT = 1;

  static final double COMMON_SHARE = 0.3;
  public static final int COMMON_VALUE = 0x2a7e;

  /** The other such segment, with the same value. */
  static final int RARER_SEGMENT = 3;

  static final double RARER_SHARE = 0.1;

  private static final int CENTERS = 2000;
  private static final int MIN_FLIPS = 6;
  private static final int MAX_FLIPS = 25;

  /** Creates pseudo-random fingerprints. */
  public abstract long[] fingerprints(int count, long seed);

  /** A fingerprint with the common value in this segment. */
  public static long withSegment(long fingerprint, int segment) {
    return fingerprint & outside(segment) | (long) COMMON_VALUE << shift(segment);
  }

  /** All bits but those of a segment. */
  public static long outside(int segment) {
    return ~(0xFFFFL << shift(segment));
  }

  private static int shift(int segment) {
    return (Fingerprint.SEGMENTS - 1 - segment) * Fingerprint.SEGMENT_BITS;
  }

  /** Randomly chooses this many bits of the mask. */
  public static long bits(int count, long mask, SplittableRandom random) {
    long chosen = 0;
    while (Long.bitCount(chosen) < count) {
      chosen |= 1L << random.nextInt(Long.SIZE) & mask;
    }
    return chosen;
  }

  /** Fingerprints up to three bits away from random documents. */
  public static long[] near(long[] fingerprints, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] near = new long[count];
    Arrays.setAll(
        near,
        i ->
            fingerprints[random.nextInt(fingerprints.length)]
                ^ bits(random.nextInt(4), -1L, random));
    return near;
  }

  /** The same near documents with the common value in segment 1, which is kept. */
  public static long[] nearCommon(long[] fingerprints, int count, long seed) {
    long mask = outside(COMMON_SEGMENT);
    SplittableRandom random = new SplittableRandom(seed);
    long[] near = new long[count];
    for (int i = 0; i < count; ) {
      long one = fingerprints[random.nextInt(fingerprints.length)];
      if (Fingerprint.segment(one, COMMON_SEGMENT) == COMMON_VALUE) {
        near[i++] = one ^ bits(random.nextInt(4), mask, random);
      }
    }
    return near;
  }
}
