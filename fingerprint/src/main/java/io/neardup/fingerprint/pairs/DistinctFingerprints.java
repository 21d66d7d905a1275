// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.IntPredicate;

/**
 * The different fingerprints of a collection in unsigned order, how often each occurs, and at which
 * index it is. Made in linear time, with as much memory again; a lookup costs two or three reads of
 * main memory. Immutable.
 */
public final class DistinctFingerprints {
  /** How many fingerprints share an entry of the directory: one or two cache lines. */
  private static final int LOG_FINGERPRINTS_PER_ENTRY = 3;

  /** Up to so many are faster gone through than halved. */
  private static final int FEW = 32;

  private final LongPages values;
  private final int size;

  /** Null if each occurs once. */
  private final IntPages counts;

  private final int shift;

  /** Where the fingerprints with the same first bits begin. */
  private final IntPages directory;

  private DistinctFingerprints(LongPages sorted, MemoryAccount memory, StopCheck stop) {
    int total = sorted.size();
    this.size = distinct(sorted, stop);
    this.counts = size == total ? null : new IntPages(size, memory);
    this.values = sorted;
    if (counts != null) {
      collapse(stop);
      values.resize(size);
    }
    int bits = Math.max(1, log2(size) - LOG_FINGERPRINTS_PER_ENTRY);
    this.shift = Long.SIZE - bits;
    this.directory = new IntPages((1 << bits) + 1, memory);
    fillDirectory(stop);
  }

  private void fillDirectory(StopCheck stop) {
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      directory.getAndIncrement((int) (values.get(i) >>> shift) + 1);
    }
    for (int entry = 1; entry < directory.size(); entry++) {
      directory.set(entry, directory.get(entry) + directory.get(entry - 1));
    }
  }

  /** Collapses them without anybody to stop it, or to account for memory. */
  public static DistinctFingerprints of(long... fingerprints) {
    MemoryAccount memory = MemoryAccount.unbounded();
    return of(LongPages.of(memory, fingerprints), memory, StopCheck.NEVER);
  }

  /**
   * Collapses equal ones.
   *
   * @param fingerprints in any order; taken over, and not to be used any more
   * @param memory takes what is allocated
   */
  public static DistinctFingerprints of(
      LongPages fingerprints, MemoryAccount memory, StopCheck stop) {
    RadixSort.sort(fingerprints, fingerprints.size(), memory, new Work(stop));
    return new DistinctFingerprints(fingerprints, memory, stop);
  }

  /**
   * Collapses equal ones, and says where each is, without looking any up.
   *
   * @param sorted in any order at first; taken over, and not to be used any more
   * @param indexes as many, to be set to the index of each fingerprint
   * @param memory takes what is allocated
   */
  public static DistinctFingerprints of(
      LongPages sorted, IntPages indexes, MemoryAccount memory, StopCheck stop) {
    try (MemoryAccount held = memory.part()) {
      IntPages positions = IntPages.range(sorted.size(), held);
      RadixSort.sort(sorted, positions, held, new Work(stop));
      int index = -1;
      for (int i = 0; i < sorted.size(); i++) {
        stop.checkAt(i);
        index += isFirst(sorted, i) ? 1 : 0;
        indexes.set(positions.get(i), index);
      }
    }
    return new DistinctFingerprints(sorted, memory, stop);
  }

  private static boolean isFirst(LongPages sorted, int i) {
    return i == 0 || sorted.get(i) != sorted.get(i - 1);
  }

  private static int distinct(LongPages sorted, StopCheck stop) {
    int size = 0;
    long last = 0;
    for (int i = 0; i < sorted.size(); i++) {
      stop.checkAt(i);
      long value = sorted.get(i);
      size += i == 0 || value != last ? 1 : 0;
      last = value;
    }
    return size;
  }

  /** Moves the distinct ones to the beginning, and counts how often each occurs. */
  private void collapse(StopCheck stop) {
    int last = -1;
    for (int i = 0; i < values.size(); i++) {
      stop.checkAt(i);
      long value = values.get(i);
      if (last < 0 || value != values.get(last)) {
        values.set(++last, value);
      }
      counts.getAndIncrement(last);
    }
  }

  /** Number of different fingerprints. */
  public int size() {
    return size;
  }

  /** Fingerprint {@code index}, in unsigned order. */
  public long get(int index) {
    return values.get(index);
  }

  /** How often it occurs. */
  public int count(int index) {
    return counts == null ? 1 : counts.get(index);
  }

  /** Where the fingerprint is; negative if it is not. */
  public int indexOf(long fingerprint) {
    int entry = (int) (fingerprint >>> shift);
    return indexOf(fingerprint, directory.get(entry), directory.get(entry + 1));
  }

  /**
   * Where each of the first fingerprints is. The processor reads the entries of several at once,
   * and then several runs of fingerprints, where {@link #indexOf} waits for one after the other.
   */
  void indexesOf(long[] fingerprints, int[] indexes, int count) {
    for (int i = 0; i < count; i++) {
      indexes[i] = directory.get((int) (fingerprints[i] >>> shift));
    }
    for (int i = 0; i < count; i++) {
      int end = directory.get((int) (fingerprints[i] >>> shift) + 1);
      indexes[i] = indexOf(fingerprints[i], indexes[i], end);
    }
  }

  private int indexOf(long fingerprint, int from, int to) {
    if (to - from > FEW) {
      return search(fingerprint, from, to);
    }
    // Whatever the values, the same steps: the processor looks several up at once.
    int index = from;
    for (int at = from, end; at < to; at = end) {
      end = LongPages.end(at, to);
      index += countBelow(fingerprint, values.page(at), LongPages.offset(at), end - at);
    }
    return index < to && values.get(index) == fingerprint ? index : -1 - index;
  }

  private static int countBelow(long fingerprint, long[] page, int offset, int count) {
    int below = 0;
    for (int i = offset; i < offset + count; i++) {
      below += page[i] < fingerprint ? 1 : 0;
    }
    return below;
  }

  /** All in one entry agree in the sign, so that the order of signed numbers is the same. */
  private int search(long fingerprint, int from, int to) {
    int low = from;
    int high = to - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = Long.compare(values.get(middle), fingerprint);
      if (compared == 0) {
        return middle;
      }
      low = compared < 0 ? middle + 1 : low;
      high = compared < 0 ? high : middle - 1;
    }
    return -1 - low;
  }

  /** A copy of those that are wanted, to work on. */
  LongPages copy(IntPredicate wanted, MemoryAccount memory) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      count += wanted.test(i) ? 1 : 0;
    }
    LongPages copy = new LongPages(count, memory);
    for (int i = 0, next = 0; i < size; i++) {
      if (wanted.test(i)) {
        copy.set(next++, values.get(i));
      }
    }
    return copy;
  }

  private static int log2(int n) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, n));
  }
}
