// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.Arrays;

/**
 * A fixed set of fingerprints that answers how near the nearest of them is: what a query with many
 * fingerprints asks of every candidate. Up to distance {@value Fingerprint#MAX_LOOKUP_DISTANCE}
 * only those sharing a segment are compared (four binary searches); beyond, all are. Immutable.
 */
public final class FingerprintSet {
  /** What {@link #distance} answers when no member is near enough. */
  public static final int TOO_FAR = -1;

  /** From this size on, four binary searches beat comparing all members. */
  private static final int MIN_SIZE_FOR_TABLES = 16;

  private final long[] sorted;

  /** Per segment: all members in order of that segment's value; null for a small set. */
  private final long[][] bySegment;

  private FingerprintSet(long[] sorted) {
    this.sorted = sorted;
    this.bySegment = sorted.length < MIN_SIZE_FOR_TABLES ? null : tables(sorted);
  }

  /** The set of these fingerprints; repetitions and order do not matter. */
  public static FingerprintSet of(long... fingerprints) {
    return new FingerprintSet(Arrays.stream(fingerprints).sorted().distinct().toArray());
  }

  /** Number of different fingerprints. */
  public int size() {
    return sorted.length;
  }

  /** Member {@code index}, in ascending order. */
  public long get(int index) {
    return sorted[index];
  }

  /** All members, in ascending order; a copy. */
  public long[] toArray() {
    return sorted.clone();
  }

  /**
   * Hamming distance from {@code fingerprint} to the nearest member.
   *
   * @return 0 to {@code maxDistance}, or {@link #TOO_FAR}
   */
  public int distance(long fingerprint, int maxDistance) {
    int nearest =
        bySegment == null || maxDistance > Fingerprint.MAX_LOOKUP_DISTANCE
            ? nearestOf(sorted, 0, sorted.length, fingerprint)
            : nearestSharingSegment(fingerprint);
    return nearest <= maxDistance ? nearest : TOO_FAR;
  }

  /** The nearest member; of several, the least. The set must not be empty. */
  public long nearest(long fingerprint) {
    long nearest = sorted[0];
    for (long member : sorted) {
      if (Fingerprint.distance(member, fingerprint) < Fingerprint.distance(nearest, fingerprint)) {
        nearest = member;
      }
    }
    return nearest;
  }

  private int nearestSharingSegment(long fingerprint) {
    int nearest = Integer.MAX_VALUE;
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      long[] table = bySegment[s];
      int value = Fingerprint.segment(fingerprint, s);
      int from = firstAtLeast(table, s, value);
      int to = from;
      while (to < table.length && Fingerprint.segment(table[to], s) == value) {
        to++;
      }
      nearest = Math.min(nearest, nearestOf(table, from, to, fingerprint));
    }
    return nearest;
  }

  private static int nearestOf(long[] members, int from, int to, long fingerprint) {
    int nearest = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Fingerprint.distance(members[i], fingerprint));
    }
    return nearest;
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

  private static long[][] tables(long[] members) {
    long[][] tables = new long[Fingerprint.SEGMENTS][];
    for (int s = 0; s < tables.length; s++) {
      int segment = s;
      // Rotated so that the segment leads, a plain sort orders by its value.
      int left = segment * Fingerprint.SEGMENT_BITS;
      tables[s] =
          Arrays.stream(members)
              .map(member -> Long.rotateLeft(member, left) ^ Long.MIN_VALUE)
              .sorted()
              .map(rotated -> Long.rotateRight(rotated ^ Long.MIN_VALUE, left))
              .toArray();
    }
    return tables;
  }

  /** Bytes held by the arrays. */
  public long ramBytesUsed() {
    return (long) Long.BYTES * sorted.length * (bySegment == null ? 1 : 1 + Fingerprint.SEGMENTS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintSet that && Arrays.equals(sorted, that.sorted);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(sorted);
  }

  @Override
  public String toString() {
    return sorted.length == 1 ? Fingerprint.toHex(sorted[0]) : sorted.length + " fingerprints";
  }
}
