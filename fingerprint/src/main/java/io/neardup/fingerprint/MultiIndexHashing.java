// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.stream.IntStream;

/**
 * Which values of the segments of a fingerprint find everything within a distance of it: the
 * multi-index hashing of Norouzi, Punjani and Fleet, <i>Fast Search in Hamming Space with
 * Multi-Index Hashing</i> (CVPR 2012, doi:10.1109/CVPR.2012.6248043).
 *
 * <p>With a distance of {@code 4r + a}, two fingerprints differ in at most r bits of one of the
 * first {@code a + 1} segments, or in at most {@code r - 1} bits of one of the others; else they
 * would differ in at least {@code (a + 1)(r + 1) + (3 - a)r = 4r + a + 1} bits together. Up to 3
 * that is to say: one of the first segments is equal. Which segments come first is free.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public final class MultiIndexHashing {
  private MultiIndexHashing() {}

  /**
   * How many bits of a segment may differ for it to be the one that finds a match.
   *
   * @param segment its place in the order in which they come
   * @return -1 if it need not find any
   */
  public static int radius(int segment, int maxDistance) {
    int r = maxDistance / Fingerprint.SEGMENTS;
    return segment <= maxDistance % Fingerprint.SEGMENTS ? r : r - 1;
  }

  /** How many values are looked up for all within a distance. */
  public static int probes(int maxDistance) {
    return IntStream.range(0, Fingerprint.SEGMENTS)
        .map(s -> HammingBall.size(Fingerprint.SEGMENT_BITS, radius(s, maxDistance)))
        .sum();
  }

  /**
   * Whether a match that a segment finds is found by none before it, so that it is reported once.
   *
   * @param difference of the two fingerprints, by exclusive or
   */
  public static boolean isFirst(int segment, long difference, int maxDistance) {
    for (int s = 0; s < segment; s++) {
      if (Integer.bitCount(Fingerprint.segment(difference, s)) <= radius(s, maxDistance)) {
        return false;
      }
    }
    return true;
  }
}
