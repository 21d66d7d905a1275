// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.util.stream.IntStream;

/**
 * Determines which segment values to look up to find every fingerprint within a distance: the
 * multi-index hashing of Norouzi, Punjani and Fleet, <i>Fast Search in Hamming Space with
 * Multi-Index Hashing</i> (CVPR 2012, doi:10.1109/CVPR.2012.6248043).
 *
 * <p>With a distance of {@code 4r + a}, two fingerprints differ in at most r bits of one of the
 * first {@code a + 1} segments, or in at most {@code r - 1} bits of one of the others; otherwise
 * they would differ in at least {@code (a + 1)(r + 1) + (3 - a)r = 4r + a + 1} bits in total. Up to
 * distance 3, this means that one of the first segments is equal. Any order of the segments will
 * do.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public final class MultiIndexHashing {
  private MultiIndexHashing() {}

  /**
   * The number of bits in which a segment may differ and still find a match.
   *
   * @param segment its position in the order of the segments
   * @return -1 if it need not be looked up
   */
  public static int radius(int segment, int maxDistance) {
    int r = maxDistance / Fingerprint.SEGMENTS;
    return segment <= maxDistance % Fingerprint.SEGMENTS ? r : r - 1;
  }

  /** Number of values to look up for a distance. */
  public static int probes(int maxDistance) {
    return IntStream.range(0, Fingerprint.SEGMENTS)
        .map(s -> HammingBall.size(Fingerprint.SEGMENT_BITS, radius(s, maxDistance)))
        .sum();
  }

  /**
   * Whether this segment is the first to find a match, so that each match is reported once.
   *
   * @param difference exclusive or of the two fingerprints
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
