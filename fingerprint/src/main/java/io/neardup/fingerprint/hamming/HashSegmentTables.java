// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.util.function.LongConsumer;

/**
 * Fingerprints by each of their segments, to find near ones without comparing all: {@link
 * MultiIndexHashing} in memory. Immutable.
 */
final class HashSegmentTables {
  /** The greatest distance supported: up to two bits of a segment are flipped. */
  static final int MAX_DISTANCE = 11;

  private final HashSegmentTable[] tables = new HashSegmentTable[Fingerprint.SEGMENTS];

  /** Per segment, how many members another fingerprint of their kind is compared with. */
  private final double[] perValue = new double[Fingerprint.SEGMENTS];

  private final int size;

  HashSegmentTables(long[] members) {
    size = members.length;
    for (int s = 0; s < tables.length; s++) {
      tables[s] = new HashSegmentTable(s, members);
      perValue[s] = tables[s].perValue();
    }
  }

  /** All members within a distance of at most {@value #MAX_DISTANCE}, each once, in any order. */
  void forEachWithin(long fingerprint, int maxDistance, LongConsumer near) {
    for (int s = 0; s < tables.length; s++) {
      int segment = s;
      LongConsumer first =
          member -> {
            if (MultiIndexHashing.isFirst(segment, member ^ fingerprint, maxDistance)) {
              near.accept(member);
            }
          };
      int value = Fingerprint.segment(fingerprint, s);
      for (int mask : masks(s, maxDistance)) {
        tables[s].forEachWithin(value ^ mask, fingerprint, maxDistance, first);
      }
    }
  }

  private static int[] masks(int segment, int maxDistance) {
    return HammingBall.masks(
        Fingerprint.SEGMENT_BITS, MultiIndexHashing.radius(segment, maxDistance));
  }

  /**
   * The distance to the nearest member if that is at most {@code maxDistance}, otherwise a greater
   * number.
   */
  int nearest(long fingerprint, int maxDistance) {
    if (maxDistance > Fingerprint.MAX_LOOKUP_DISTANCE) {
      return nearestAround(fingerprint, maxDistance);
    }
    int nearest = Integer.MAX_VALUE;
    for (int s = 0; s <= maxDistance; s++) {
      int value = Fingerprint.segment(fingerprint, s);
      nearest = Math.min(nearest, tables[s].nearest(value, fingerprint));
    }
    return nearest;
  }

  private int nearestAround(long fingerprint, int maxDistance) {
    int nearest = Integer.MAX_VALUE;
    for (int s = 0; s < tables.length; s++) {
      int value = Fingerprint.segment(fingerprint, s);
      for (int mask : masks(s, maxDistance)) {
        nearest = Math.min(nearest, tables[s].nearest(value ^ mask, fingerprint));
      }
    }
    return nearest;
  }

  /** The number of members that a fingerprint of their kind is compared with, on average. */
  double compared(int maxDistance) {
    double evenly = Math.scalb((double) size, -Fingerprint.SEGMENT_BITS);
    double compared = 0;
    for (int s = 0; s < tables.length; s++) {
      int probes = masks(s, maxDistance).length;
      compared += probes == 0 ? 0 : perValue[s] + (probes - 1) * evenly;
    }
    return compared;
  }

  /** Bytes of the tables of so many. */
  static long ramBytesUsed(int fingerprints) {
    return Fingerprint.SEGMENTS * HashSegmentTable.ramBytesUsed(fingerprints);
  }
}
