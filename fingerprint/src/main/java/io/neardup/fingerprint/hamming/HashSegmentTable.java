// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.util.function.LongConsumer;

/**
 * Fingerprints in buckets by the leading bits of one segment, and before them a filter by some more
 * of its bits. Where a value does not occur, the filter mostly says so, and its at most 8 KB stay
 * in the cache: that is what comparing millions of fingerprints with thousands does most.
 * Immutable.
 */
final class HashSegmentTable {
  private static final int VALUES = 1 << Fingerprint.SEGMENT_BITS;

  /** The filter has eight bits a bucket, if values have. */
  private static final int FILTER_BITS = 3;

  private static final int LONG_BITS = 6;

  private final int segment;

  /** How many bits of a value are left out to get its bucket. */
  private final int dropped;

  /** Where each bucket starts, and the end of the last. */
  private final int[] starts;

  private final long[] members;

  /** How many bits of a value are left out to get its bit of the filter. */
  private final int unfiltered;

  private final long[] filter;

  /** Sorts by counting, with about one member a bucket. */
  HashSegmentTable(int segment, long[] fingerprints) {
    this.segment = segment;
    this.dropped = Fingerprint.SEGMENT_BITS - bucketBits(fingerprints.length);
    this.unfiltered = Math.max(0, dropped - FILTER_BITS);
    this.filter = new long[(VALUES >>> unfiltered) / Long.SIZE];
    this.starts = new int[(VALUES >>> dropped) + 1];
    this.members = new long[fingerprints.length];
    for (long fingerprint : fingerprints) {
      int value = Fingerprint.segment(fingerprint, segment);
      int bit = value >>> unfiltered;
      filter[bit >>> LONG_BITS] |= 1L << bit;
      starts[value >>> dropped]++;
    }
    for (int bucket = 0, sum = 0; bucket < starts.length; bucket++) {
      sum += starts[bucket];
      starts[bucket] = sum;
    }
    for (int i = fingerprints.length - 1; i >= 0; i--) {
      int value = Fingerprint.segment(fingerprints[i], segment);
      members[--starts[value >>> dropped]] = fingerprints[i];
    }
  }

  /** At least so many that the filter has whole longs. */
  private static int bucketBits(int fingerprints) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(fingerprints);
    return Math.clamp(bits, LONG_BITS - FILTER_BITS, Fingerprint.SEGMENT_BITS);
  }

  /** Bytes of the arrays for so many. */
  static long ramBytesUsed(int fingerprints) {
    int bits = bucketBits(fingerprints);
    int filtered = Math.min(Fingerprint.SEGMENT_BITS, bits + FILTER_BITS);
    return (long) Long.BYTES * fingerprints
        + Integer.BYTES * ((1L << bits) + 1)
        + (1L << filtered) / Byte.SIZE;
  }

  /** Whether a member may have this value; certainly not if false. */
  private boolean mayOccur(int value) {
    int bit = value >>> unfiltered;
    return (filter[bit >>> LONG_BITS] & 1L << bit) != 0;
  }

  /**
   * The distance to the nearest of the members with this value and of some others.
   *
   * @return a great number if there are none
   */
  int nearest(int value, long fingerprint) {
    int nearest = Integer.MAX_VALUE;
    if (mayOccur(value)) {
      int bucket = value >>> dropped;
      for (int i = starts[bucket], end = starts[bucket + 1]; i < end; i++) {
        nearest = Math.min(nearest, Long.bitCount(members[i] ^ fingerprint));
      }
    }
    return nearest;
  }

  /** The members with this value within a distance. */
  void forEachWithin(int value, long fingerprint, int maxDistance, LongConsumer near) {
    if (mayOccur(value)) {
      int bucket = value >>> dropped;
      for (int i = starts[bucket], end = starts[bucket + 1]; i < end; i++) {
        if (Long.bitCount(members[i] ^ fingerprint) <= maxDistance
            && Fingerprint.segment(members[i], segment) == value) {
          near.accept(members[i]);
        }
      }
    }
  }

  /**
   * How many members have the value of another fingerprint of their kind, on average: as evenly
   * spread ones would, and as many more as share its bucket beyond that.
   */
  double perValue() {
    double others = Math.max(1, members.length - 1);
    double pairs = 0;
    for (int bucket = 1; bucket < starts.length; bucket++) {
      double size = starts[bucket] - starts[bucket - 1];
      pairs += size * (size - 1);
    }
    return others / VALUES + Math.max(0, pairs / others - others / (starts.length - 1));
  }
}
