// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Fingerprints in the order of each of their segments, so that those near to another one are found
 * without looking at all: the multi-index hashing of Norouzi, Punjani and Fleet, <i>Fast Search in
 * Hamming Space with Multi-Index Hashing</i> (CVPR 2012), in memory. Immutable.
 *
 * <p>With a distance of {@code 4r + a}, two fingerprints differ in at most r bits of one of the
 * first {@code a + 1} segments, or in at most {@code r - 1} bits of one of the others; else they
 * would differ in more bits together. Up to 3 that is to say: one of the first segments is equal.
 */
final class SegmentTables {
  /** The greatest distance that tables are for: up to two bits of a segment are flipped. */
  static final int MAX_DISTANCE = 11;

  /** What to flip in a segment, fewest bits first. */
  private static final int[] FLIPS =
      IntStream.range(0, 1 << Fingerprint.SEGMENT_BITS)
          .filter(mask -> Integer.bitCount(mask) <= MAX_DISTANCE / Fingerprint.SEGMENTS)
          .boxed()
          .sorted((left, right) -> Integer.bitCount(left) - Integer.bitCount(right))
          .mapToInt(Integer::intValue)
          .toArray();

  /** How many values of a segment are within 0, 1 and 2 bits of one; 0 of them within -1. */
  private static final int[] WITHIN = {0, 1, 17, FLIPS.length};

  /** Per segment: all members in order of that segment's value. */
  private final long[][] tables = new long[Fingerprint.SEGMENTS][];

  SegmentTables(long[] members) {
    for (int s = 0; s < tables.length; s++) {
      // Rotated so that the segment leads, a plain sort orders by its value.
      int left = s * Fingerprint.SEGMENT_BITS;
      tables[s] =
          Arrays.stream(members)
              .map(member -> Long.rotateLeft(member, left) ^ Long.MIN_VALUE)
              .sorted()
              .map(rotated -> Long.rotateRight(rotated ^ Long.MIN_VALUE, left))
              .toArray();
    }
  }

  /** How many values are looked up for all within a distance. */
  static int probes(int maxDistance) {
    return IntStream.range(0, Fingerprint.SEGMENTS)
        .map(s -> WITHIN[1 + radius(s, maxDistance)])
        .sum();
  }

  /** How many bits of segment {@code s} may differ for it to be the one that finds a member. */
  private static int radius(int s, int maxDistance) {
    int r = maxDistance / Fingerprint.SEGMENTS;
    return s <= maxDistance % Fingerprint.SEGMENTS ? r : r - 1;
  }

  /** All members within a distance of at most {@value #MAX_DISTANCE}, each once, in any order. */
  void forEachWithin(long fingerprint, int maxDistance, LongConsumer near) {
    for (int s = 0; s < tables.length; s++) {
      int value = Fingerprint.segment(fingerprint, s);
      int probes = WITHIN[1 + radius(s, maxDistance)];
      for (int i = 0; i < probes; i++) {
        probe(s, value ^ FLIPS[i], fingerprint, maxDistance, near);
      }
    }
  }

  private void probe(int s, int value, long fingerprint, int maxDistance, LongConsumer near) {
    long[] table = tables[s];
    for (int i = firstAtLeast(table, s, value);
        i < table.length && Fingerprint.segment(table[i], s) == value;
        i++) {
      long difference = table[i] ^ fingerprint;
      if (Long.bitCount(difference) <= maxDistance && isFirst(s, difference, maxDistance)) {
        near.accept(table[i]);
      }
    }
  }

  /** Whether no segment before {@code segment} finds the member as well. */
  private static boolean isFirst(int segment, long difference, int maxDistance) {
    for (int s = 0; s < segment; s++) {
      if (Integer.bitCount(Fingerprint.segment(difference, s)) <= radius(s, maxDistance)) {
        return false;
      }
    }
    return true;
  }

  private static int firstAtLeast(long[] table, int segment, int value) {
    int low = 0;
    int high = table.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Fingerprint.segment(table[middle], segment) < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
