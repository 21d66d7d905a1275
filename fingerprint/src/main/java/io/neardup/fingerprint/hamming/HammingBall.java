// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.util.stream.IntStream;

/**
 * The values of a given number of bits within a Hamming distance of another value, as differences
 * from it: the values to look up for one segment of a fingerprint ({@link MultiIndexHashing}).
 */
public final class HammingBall {
  /** The greatest radius for 16 bits: 697 of the 65,536 values. */
  public static final int MAX_RADIUS = 3;

  /** The greatest radius for more than 16 bits: 352 values of 26 bits. */
  private static final int MAX_RADIUS_OF_PAIRS = 2;

  private static final int MAX_BITS = 26;

  /** By number of bits and radius. */
  private static final int[][][] BALLS =
      IntStream.rangeClosed(0, MAX_BITS).mapToObj(HammingBall::balls).toArray(int[][][]::new);

  private HammingBall() {}

  /**
   * The masks to exclusive-or a value of {@code bits} bits with; none for radius -1. Callers must
   * not change the array.
   */
  public static int[] masks(int bits, int radius) {
    return radius < 0 ? new int[0] : BALLS[bits][radius];
  }

  /** Number of masks, for any radius: 0 for radius -1. */
  public static int size(int bits, int radius) {
    int size = 0;
    int ring = 1;
    for (int different = 0; different <= Math.min(bits, radius); different++) {
      size += ring;
      ring = ring * (bits - different) / (different + 1);
    }
    return size;
  }

  private static int[][] balls(int bits) {
    int max = bits <= Fingerprint.SEGMENT_BITS ? MAX_RADIUS : MAX_RADIUS_OF_PAIRS;
    return IntStream.rangeClosed(0, max)
        .mapToObj(radius -> masksWithin(bits, radius).toArray())
        .toArray(int[][]::new);
  }

  private static IntStream masksWithin(int bits, int radius) {
    IntStream.Builder masks = IntStream.builder();
    add(masks, 0, bits, radius);
    return masks.build();
  }

  /** Adds the mask, and those with up to so many more bits below {@code bits}. */
  private static void add(IntStream.Builder masks, int mask, int bits, int more) {
    masks.add(mask);
    for (int bit = 0; more > 0 && bit < bits; bit++) {
      add(masks, mask | 1 << bit, bit, more - 1);
    }
  }
}
