// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.field.HashSegmentLayout;
import java.util.Arrays;

/**
 * The indexes of fingerprints, ordered by their values of a segment, with the start of each value
 * and the end of the last.
 */
abstract class HashSegmentOrder {
  /** Up to this many bits, a table has an entry for each value. */
  static final int MAX_TABLE_BITS = 16;

  /** Number of fingerprints with a lower value. */
  abstract int start(int value);

  /** The index of the fingerprint at a place. */
  abstract int index(int place);

  /** Bytes of the order of so many fingerprints. */
  static long ramBytesUsed(HashSegmentLayout layout, int segment, int fingerprints) {
    return layout.bits(segment) <= MAX_TABLE_BITS
        ? (long) Integer.BYTES * ((1L << layout.bits(segment)) + 1 + fingerprints)
        : (long) Long.BYTES * fingerprints;
  }

  static HashSegmentOrder of(HashSegmentLayout layout, int segment, long[] fingerprints) {
    return layout.bits(segment) <= MAX_TABLE_BITS
        ? new Table(layout, segment, fingerprints)
        : new Sorted(layout, segment, fingerprints);
  }

  /** A counting sort. */
  private static final class Table extends HashSegmentOrder {
    private final int[] start;
    private final int[] indexes;

    Table(HashSegmentLayout layout, int segment, long[] fingerprints) {
      start = new int[(1 << layout.bits(segment)) + 1];
      indexes = new int[fingerprints.length];
      for (long fingerprint : fingerprints) {
        start[layout.value(fingerprint, segment)]++;
      }
      for (int value = 0, sum = 0; value < start.length; value++) {
        sum += start[value];
        start[value] = sum;
      }
      for (int i = fingerprints.length - 1; i >= 0; i--) {
        indexes[--start[layout.value(fingerprints[i], segment)]] = i;
      }
    }

    @Override
    int start(int value) {
      return start[value];
    }

    @Override
    int index(int place) {
      return indexes[place];
    }
  }

  /** A value and an index in each long, found by binary search. */
  private static final class Sorted extends HashSegmentOrder {
    private final long[] sorted;

    Sorted(HashSegmentLayout layout, int segment, long[] fingerprints) {
      sorted = new long[fingerprints.length];
      Arrays.setAll(sorted, i -> (long) layout.value(fingerprints[i], segment) << Integer.SIZE | i);
      Arrays.sort(sorted);
    }

    @Override
    int start(int value) {
      int at = Arrays.binarySearch(sorted, (long) value << Integer.SIZE);
      return at < 0 ? -1 - at : at;
    }

    @Override
    int index(int place) {
      return (int) sorted[place];
    }
  }
}
