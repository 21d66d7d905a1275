// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.stream.IntStream;

/** The values of a segment within a Hamming distance of another one, as differences to it. */
final class HammingBall {
  /** The greatest radius that is looked up: 697 of the 65,536 values. */
  static final int MAX_RADIUS = 3;

  private static final int[][] BALLS =
      IntStream.rangeClosed(0, MAX_RADIUS).mapToObj(HammingBall::ball).toArray(int[][]::new);

  private HammingBall() {}

  /** What to exclusive-or a value with; none for radius -1. Not to be changed. */
  static int[] masks(int radius) {
    return radius < 0 ? new int[0] : BALLS[radius];
  }

  private static int[] ball(int radius) {
    return IntStream.range(0, SegmentLayout.VALUES)
        .filter(mask -> Integer.bitCount(mask) <= radius)
        .toArray();
  }
}
