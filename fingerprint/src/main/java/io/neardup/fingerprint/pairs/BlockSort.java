// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;

/**
 * Brings fingerprints that agree in some bits side by side: a counting sort by up to 16 bits,
 * wherever they are. Linear, two passes for more than fit into a processor's cache, the second one
 * in it.
 */
final class BlockSort {
  /** As many bits as one sort is done by. */
  static final int MAX_BITS = 16;

  /** So many fingerprints are sorted in one pass. */
  private static final int CACHED = 1 << 15;

  private final LongPages scratch;
  private final Work work;
  private final int[] next = new int[1 << MAX_BITS];
  private final long[] cached;
  private final long[] sorted;

  /**
   * @param capacity the most fingerprints that are sorted at once
   * @param memory takes what is allocated
   */
  BlockSort(int capacity, MemoryAccount memory, Work work) {
    this.scratch = new LongPages(capacity > CACHED ? capacity : 0, memory);
    this.cached = new long[Math.min(capacity, CACHED)];
    this.sorted = new long[cached.length];
    this.work = work;
  }

  /** Sorts a range by the bits of the mask, unless it is. */
  void sort(LongPages values, int from, int to, long mask) {
    int n = to - from;
    if (n == 0 || isSorted(values, from, to, mask)) {
      return;
    }
    if (n <= CACHED) {
      sortCached(values, from, values, from, n, mask);
      return;
    }
    long low = Long.expand((1L << (Long.bitCount(mask) / 2)) - 1, mask);
    int[] ends = pass(values, from, scratch, 0, n, mask & ~low).clone();
    int buckets = 1 << Long.bitCount(mask & ~low);
    for (int bucket = 0, begin = 0; bucket < buckets; bucket++) {
      int size = ends[bucket] - begin;
      if (size > CACHED) {
        pass(scratch, begin, values, from + begin, size, low);
      } else if (size > 0) {
        sortCached(scratch, begin, values, from + begin, size, low);
      }
      begin = ends[bucket];
    }
  }

  private static boolean isSorted(LongPages values, int from, int to, long mask) {
    long last = values.get(from) & mask;
    for (int i = from + 1; i < to; i++) {
      long next = values.get(i) & mask;
      if (Long.compareUnsigned(last, next) > 0) {
        return false;
      }
      last = next;
    }
    return true;
  }

  private void sortCached(LongPages source, int from, LongPages target, int at, int n, long mask) {
    source.read(from, cached, n);
    Arrays.fill(next, 0, 1 << Long.bitCount(mask), 0);
    count(cached, 0, n, mask);
    begin(0, 1 << Long.bitCount(mask));
    for (int i = 0; i < n; i++) {
      sorted[next[(int) Long.compress(cached[i], mask)]++] = cached[i];
    }
    target.write(at, sorted, 0, n);
    work.placed(2 * n);
  }

  /** Returns where the fingerprints of each value of the bits end. */
  private int[] pass(
      LongPages source, int from, LongPages target, int targetFrom, int n, long mask) {
    Arrays.fill(next, 0, 1 << Long.bitCount(mask), 0);
    for (int i = from, end = from + n, to; i < end; i = to) {
      to = LongPages.end(i, end);
      count(source.page(i), LongPages.offset(i), to - i, mask);
      work.placed(to - i);
    }
    begin(targetFrom, 1 << Long.bitCount(mask));
    for (int i = from, end = from + n, to; i < end; i = to) {
      to = LongPages.end(i, end);
      scatter(source.page(i), LongPages.offset(i), to - i, target, mask);
      work.placed(to - i);
    }
    return next;
  }

  private void count(long[] values, int offset, int n, long mask) {
    for (int i = offset; i < offset + n; i++) {
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

  private void scatter(long[] source, int offset, int n, LongPages target, long mask) {
    for (int i = offset; i < offset + n; i++) {
      long value = source[i];
      target.set(next[(int) Long.compress(value, mask)]++, value);
    }
  }
}
