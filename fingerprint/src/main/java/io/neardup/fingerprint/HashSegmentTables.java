// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Fingerprints sorted by each of their segments, to find near ones without comparing all: {@link
 * MultiIndexHashing} in memory. Immutable.
 */
final class HashSegmentTables {
  /** The greatest distance supported: up to two bits of a segment are flipped. */
  static final int MAX_DISTANCE = 11;

  /** Per segment: all members in order of that segment's value. */
  private final long[][] tables = new long[Fingerprint.SEGMENTS][];

  HashSegmentTables(long[] members) {
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

  /** All members within a distance of at most {@value #MAX_DISTANCE}, each once, in any order. */
  void forEachWithin(long fingerprint, int maxDistance, LongConsumer near) {
    for (int s = 0; s < tables.length; s++) {
      int value = Fingerprint.segment(fingerprint, s);
      int radius = MultiIndexHashing.radius(s, maxDistance);
      for (int mask : HammingBall.masks(Fingerprint.SEGMENT_BITS, radius)) {
        probe(s, value ^ mask, fingerprint, maxDistance, near);
      }
    }
  }

  private void probe(int s, int value, long fingerprint, int maxDistance, LongConsumer near) {
    long[] table = tables[s];
    for (int i = firstAtLeast(table, s, value);
        i < table.length && Fingerprint.segment(table[i], s) == value;
        i++) {
      long difference = table[i] ^ fingerprint;
      if (Long.bitCount(difference) <= maxDistance
          && MultiIndexHashing.isFirst(s, difference, maxDistance)) {
        near.accept(table[i]);
      }
    }
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
