// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;

/**
 * Sorts numbers as unsigned ones, each with its position if that is wanted: stable, counting sorts
 * by a byte, those left out in which all agree. By the most significant ones as long as there are
 * more than fit into a processor's cache, and there by the others. Linear, some 20 ns a number; a
 * sort by comparison, or a search for each number among the sorted ones, reads main memory for each
 * ({@code -Drun=groups --only=report}).
 */
final class RadixSort {
  private static final int BITS = Byte.SIZE;

  /** So many are sorted in the cache. */
  private static final int CACHED = 1 << 14;

  /** So many are sorted one by one. */
  private static final int FEW = 24;

  private final LongPages values;
  private final LongPages otherValues;

  /** Null if positions are not wanted. */
  private final IntPages positions;

  private final IntPages otherPositions;
  private final Work work;
  private final int[] next = new int[1 << BITS];
  private long[] cached;
  private long[] otherCached;
  private int[] cachedPositions = {};
  private int[] otherCachedPositions = {};

  private RadixSort(
      LongPages values, IntPages positions, int size, MemoryAccount memory, Work work) {
    int fit = Math.min(size, CACHED);
    this.values = values;
    this.positions = positions;
    this.work = work;
    this.cached = new long[fit];
    this.otherCached = new long[fit];
    this.otherValues = new LongPages(size > CACHED ? size : 0, memory);
    if (positions == null) {
      this.otherPositions = null;
    } else {
      this.otherPositions = new IntPages(otherValues.size(), memory);
      this.cachedPositions = new int[fit];
      this.otherCachedPositions = new int[fit];
    }
  }

  /** Sorts the first numbers, with a copy that the account takes meanwhile. */
  static void sort(LongPages values, int size, MemoryAccount memory, Work work) {
    sort(values, null, size, memory, work);
  }

  /**
   * Sorts numbers, each with its position.
   *
   * @param positions as many; moved along with the numbers
   */
  static void sort(LongPages values, IntPages positions, MemoryAccount memory, Work work) {
    sort(values, positions, values.size(), memory, work);
  }

  private static void sort(
      LongPages values, IntPages positions, int size, MemoryAccount memory, Work work) {
    try (MemoryAccount held = memory.part()) {
      new RadixSort(values, positions, size, held, work).sort(false, 0, size, Long.SIZE - BITS);
    }
  }

  /**
   * Sorts a range by a byte and all behind it.
   *
   * @param moved whether it is in the other pages; afterwards it is not
   */
  private void sort(boolean moved, int from, int to, int shift) {
    if (to - from <= CACHED) {
      sortCached(moved, from, to - from, shift);
      return;
    }
    if (shift < 0) {
      if (moved) {
        moveBack(from, to);
      }
      return;
    }
    int[] ends = count(moved, from, to, shift);
    if (ends == null) {
      sort(moved, from, to, shift - BITS);
      return;
    }
    scatter(moved, from, to, shift, ends);
    for (int bucket = 0, begin = from; bucket < ends.length; bucket++) {
      if (ends[bucket] > begin) {
        sort(moved == false, begin, ends[bucket], shift - BITS);
      }
      begin = ends[bucket];
    }
  }

  /** Where each bucket begins; null if there is but one. */
  private int[] count(boolean moved, int from, int to, int shift) {
    LongPages source = moved ? otherValues : values;
    int[] begins = new int[1 << BITS];
    for (int at = from, end; at < to; at = end) {
      end = LongPages.end(at, to);
      count(source.page(at), LongPages.offset(at), end - at, shift, begins);
      work.placed(end - at);
    }
    return begin(begins, from, to - from) ? begins : null;
  }

  private static void count(long[] numbers, int offset, int n, int shift, int... counts) {
    for (int i = offset; i < offset + n; i++) {
      counts[(int) (numbers[i] >>> shift) & 0xFF]++;
    }
  }

  private static boolean begin(int[] counts, int first, int total) {
    int sum = first;
    for (int bucket = 0; bucket < counts.length; bucket++) {
      int count = counts[bucket];
      if (count == total) {
        return false;
      }
      counts[bucket] = sum;
      sum += count;
    }
    return true;
  }

  /** Afterwards each bucket ends where it was to begin. */
  private void scatter(boolean moved, int from, int to, int shift, int... places) {
    LongPages source = moved ? otherValues : values;
    LongPages target = moved ? values : otherValues;
    IntPages sourcePositions = moved ? otherPositions : positions;
    IntPages targetPositions = moved ? positions : otherPositions;
    for (int at = from, end; at < to; at = end) {
      end = LongPages.end(at, to);
      long[] page = source.page(at);
      int offset = LongPages.offset(at) - at;
      for (int i = at; i < end; i++) {
        long value = page[offset + i];
        int place = places[(int) (value >>> shift) & 0xFF]++;
        target.set(place, value);
        if (sourcePositions != null) {
          targetPositions.set(place, sourcePositions.get(i));
        }
      }
      work.placed(end - at);
    }
  }

  private void moveBack(int from, int to) {
    otherValues.copyTo(values, from, from, to - from);
    if (positions != null) {
      otherPositions.copyTo(positions, from, from, to - from);
    }
  }

  private void sortCached(boolean moved, int from, int n, int shift) {
    (moved ? otherValues : values).read(from, cached, n);
    if (positions != null) {
      (moved ? otherPositions : positions).read(from, cachedPositions, n);
    }
    if (n <= FEW) {
      sortFew(n);
    } else {
      for (int at = 0; at <= shift; at += BITS) {
        sortCached(n, at);
      }
    }
    work.placed(n);
    values.write(from, cached, 0, n);
    if (positions != null) {
      positions.write(from, cachedPositions, 0, n);
    }
  }

  private void sortFew(int n) {
    for (int i = 1; i < n; i++) {
      long value = cached[i];
      int position = positions == null ? 0 : cachedPositions[i];
      int at = i;
      while (at > 0 && Long.compareUnsigned(cached[at - 1], value) > 0) {
        cached[at] = cached[at - 1];
        if (positions != null) {
          cachedPositions[at] = cachedPositions[at - 1];
        }
        at--;
      }
      cached[at] = value;
      if (positions != null) {
        cachedPositions[at] = position;
      }
    }
  }

  private void sortCached(int n, int shift) {
    Arrays.fill(next, 0);
    count(cached, 0, n, shift, next);
    if (begin(next, 0, n) == false) {
      return;
    }
    if (positions == null) {
      scatterCached(n, shift);
    } else {
      scatterCachedPositions(n, shift);
    }
    long[] sorted = otherCached;
    otherCached = cached;
    cached = sorted;
    int[] sortedPositions = otherCachedPositions;
    otherCachedPositions = cachedPositions;
    cachedPositions = sortedPositions;
    work.placed(n);
  }

  private void scatterCached(int n, int shift) {
    for (int i = 0; i < n; i++) {
      long value = cached[i];
      otherCached[next[(int) (value >>> shift) & 0xFF]++] = value;
    }
  }

  private void scatterCachedPositions(int n, int shift) {
    for (int i = 0; i < n; i++) {
      long value = cached[i];
      int place = next[(int) (value >>> shift) & 0xFF]++;
      otherCached[place] = value;
      otherCachedPositions[place] = cachedPositions[i];
    }
  }
}
