// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import java.util.Arrays;

/** Sorts longs by the document in their upper half, at the speed of memory. */
final class DocumentOrder {
  /** Up to this size, a comparison sort is faster. */
  private static final int MAX_COMPARED = 1 << 9;

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private DocumentOrder() {}

  /**
   * Sorts the first {@code size} longs by their upper half.
   *
   * @return the sorted array: the given one or another of the same length
   */
  static long[] sort(long[] longs, int size, int maxDoc) {
    if (size <= MAX_COMPARED) {
      Arrays.sort(longs, 0, size);
      return longs;
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(maxDoc);
    long[] from = longs;
    long[] to = new long[longs.length];
    for (int shift = Integer.SIZE; shift < Integer.SIZE + bits; shift += DIGIT_BITS) {
      distribute(from, to, size, shift);
      long[] swap = from;
      from = to;
      to = swap;
    }
    return from;
  }

  private static void distribute(long[] from, long[] to, int size, int shift) {
    int[] end = new int[DIGITS + 1];
    for (int i = 0; i < size; i++) {
      end[1 + digit(from[i], shift)]++;
    }
    for (int d = 1; d < end.length; d++) {
      end[d] += end[d - 1];
    }
    for (int i = 0; i < size; i++) {
      to[end[digit(from[i], shift)]++] = from[i];
    }
  }

  private static int digit(long value, int shift) {
    return (int) (value >>> shift) & DIGITS - 1;
  }
}
