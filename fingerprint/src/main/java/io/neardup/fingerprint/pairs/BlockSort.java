// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;

/**
 * Brings fingerprints that agree in some bits side by side: a counting sort by up to 16 bits,
 * wherever they are. Linear, two passes for more than fit into a processor's cache, so that the
 * places written to stay in it.
 */
final class BlockSort {
  /** As many bits as one sort is done by. */
  static final int MAX_BITS = 16;

  /** So many fingerprints are sorted in one pass. */
  private static final int CACHED = 1 << 16;

  private static final int CHUNK = 1 << 11;

  private final Work work;
  private final long[] scratch;
  private final int[] next = new int[1 << MAX_BITS];

  /**
   * @param capacity the most fingerprints that are sorted at once
   */
  BlockSort(int capacity, Work work) {
    this(new long[capacity], work);
  }

  /**
   * @param scratch has room for the most fingerprints that are sorted at once
   */
  BlockSort(long[] scratch, Work work) {
    this.scratch = scratch;
    this.work = work;
  }

  static long bytes(int capacity) {
    return (long) Long.BYTES * capacity + ((long) Integer.BYTES << MAX_BITS);
  }

  /** Sorts a range by the bits of the mask, unless it is. */
  void sort(long[] values, int from, int to, long mask) {
    int n = to - from;
    if (isSorted(values, from, to, mask)) {
      return;
    }
    if (n <= CACHED) {
      pass(values, from, scratch, 0, n, mask);
      System.arraycopy(scratch, 0, values, from, n);
    } else {
      long low = Long.expand((1L << (Long.bitCount(mask) / 2)) - 1, mask);
      pass(values, from, scratch, 0, n, low);
      pass(scratch, 0, values, from, n, mask & ~low);
    }
  }

  private static boolean isSorted(long[] values, int from, int to, long mask) {
    for (int i = from + 1; i < to; i++) {
      if (Long.compareUnsigned(values[i - 1] & mask, values[i] & mask) > 0) {
        return false;
      }
    }
    return true;
  }

  private void pass(long[] source, int from, long[] target, int targetFrom, int n, long mask) {
    Arrays.fill(next, 0, 1 << Long.bitCount(mask), 0);
    for (int i = from, end = from + n, to; i < end; i = to) {
      to = Math.min(end, i + CHUNK);
      count(source, i, to, mask);
      work.placed(to - i);
    }
    begin(targetFrom, 1 << Long.bitCount(mask));
    for (int i = from, end = from + n, to; i < end; i = to) {
      to = Math.min(end, i + CHUNK);
      scatter(source, i, to, target, mask);
      work.placed(to - i);
    }
  }

  private void count(long[] values, int from, int to, long mask) {
    for (int i = from; i < to; i++) {
      next[(int) Long.compress(values[i], mask)]++;
    }
  }

  private void begin(int first, int keys) {
    int sum = first;
    for (int key = 0; key < keys; key++) {
      int count = next[key];
      next[key] = sum;
      sum += count;
    }
  }

  private void scatter(long[] source, int from, int to, long[] target, long mask) {
    for (int i = from; i < to; i++) {
      long value = source[i];
      target[next[(int) Long.compress(value, mask)]++] = value;
    }
  }
}
