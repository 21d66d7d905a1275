// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The different fingerprints of a collection in unsigned order, how often each occurs, and at which
 * index it is. Made in linear time, {@link #bytes} says in how much memory; a lookup costs one or
 * two reads of main memory. Immutable.
 */
public final class DistinctFingerprints {
  /** How many fingerprints share an entry of the directory: one or two cache lines. */
  private static final int LOG_FINGERPRINTS_PER_ENTRY = 3;

  /** Up to so many are faster gone through than halved. */
  private static final int FEW = 32;

  private final long[] values;
  private final int size;

  /** Null if each occurs once. */
  private final int[] counts;

  private final int shift;

  /** Where the fingerprints with the same first bits begin. */
  private final int[] directory;

  private DistinctFingerprints(long[] values, int size, int[] counts, StopCheck stop) {
    this.values = values;
    this.size = size;
    this.counts = counts;
    int bits = Math.max(1, log2(size) - LOG_FINGERPRINTS_PER_ENTRY);
    this.shift = Long.SIZE - bits;
    this.directory = new int[(1 << bits) + 1];
    fillDirectory(stop);
  }

  private void fillDirectory(StopCheck stop) {
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      directory[(int) (values[i] >>> shift) + 1]++;
    }
    for (int entry = 1; entry < directory.length; entry++) {
      directory[entry] += directory[entry - 1];
    }
  }

  /** Collapses them without anybody to stop it. */
  public static DistinctFingerprints of(long... fingerprints) {
    return of(fingerprints, StopCheck.NEVER);
  }

  /**
   * Collapses equal ones.
   *
   * @param fingerprints in any order; the array is taken over and must not be used any more
   */
  public static DistinctFingerprints of(long[] fingerprints, StopCheck stop) {
    new RadixSort(new Work(stop)).sort(fingerprints);
    return ofSorted(fingerprints, distinct(fingerprints, stop), stop);
  }

  /**
   * Collapses equal ones, and says where each is, without looking any up.
   *
   * @param fingerprints in any order; the array is taken over and must not be used any more
   * @param indexes of the same length, to be filled with the index of each fingerprint
   */
  public static DistinctFingerprints of(long[] fingerprints, int[] indexes, StopCheck stop) {
    PairedSort sort = new PairedSort(fingerprints, stop);
    sort.sort();
    long[] sorted = sort.values();
    int[] positions = sort.positions();
    int index = -1;
    for (int i = 0; i < sorted.length; i++) {
      stop.checkAt(i);
      index += isFirst(sorted, i) ? 1 : 0;
      indexes[positions[i]] = index;
    }
    return ofSorted(sorted, index + 1, stop);
  }

  private static DistinctFingerprints ofSorted(long[] sorted, int size, StopCheck stop) {
    int[] counts = size == sorted.length ? null : collapse(sorted, size, stop);
    return new DistinctFingerprints(sorted, size, counts, stop);
  }

  private static boolean isFirst(long[] sorted, int i) {
    return i == 0 || sorted[i] != sorted[i - 1];
  }

  private static int distinct(long[] sorted, StopCheck stop) {
    int size = 0;
    for (int i = 0; i < sorted.length; i++) {
      stop.checkAt(i);
      size += isFirst(sorted, i) ? 1 : 0;
    }
    return size;
  }

  /** Moves the distinct ones to the beginning, and counts how often each occurs. */
  private static int[] collapse(long[] sorted, int size, StopCheck stop) {
    int[] counts = new int[size];
    int last = -1;
    for (int i = 0; i < sorted.length; i++) {
      stop.checkAt(i);
      if (last < 0 || sorted[i] != sorted[last]) {
        sorted[++last] = sorted[i];
      }
      counts[last]++;
    }
    return counts;
  }

  /** Bytes allocated at most at one time for so many, beside the array that is taken over. */
  public static long bytes(int fingerprints) {
    long sorting = (long) Long.BYTES * fingerprints;
    long entries = 3L + (fingerprints >> LOG_FINGERPRINTS_PER_ENTRY);
    return Math.max(sorting, Integer.BYTES * (fingerprints + entries));
  }

  /** The same for so many of which it is said where each is, without what that is written to. */
  public static long indexingBytes(int fingerprints) {
    return Math.max(PairedSort.bytes(fingerprints), bytes(fingerprints));
  }

  /** Number of different fingerprints. */
  public int size() {
    return size;
  }

  /** Fingerprint {@code index}, in unsigned order. */
  public long get(int index) {
    return values[index];
  }

  /** How often it occurs. */
  public int count(int index) {
    return counts == null ? 1 : counts[index];
  }

  /** Where the fingerprint is; negative if it is not. */
  public int indexOf(long fingerprint) {
    int entry = (int) (fingerprint >>> shift);
    return indexOf(fingerprint, directory[entry], directory[entry + 1]);
  }

  /**
   * Where each of the first fingerprints is. The processor reads the entries of several at once,
   * and then several runs of fingerprints, where {@link #indexOf} waits for one after the other.
   */
  void indexesOf(long[] fingerprints, int[] indexes, int count) {
    for (int i = 0; i < count; i++) {
      indexes[i] = directory[(int) (fingerprints[i] >>> shift)];
    }
    for (int i = 0; i < count; i++) {
      int end = directory[(int) (fingerprints[i] >>> shift) + 1];
      indexes[i] = indexOf(fingerprints[i], indexes[i], end);
    }
  }

  private int indexOf(long fingerprint, int from, int to) {
    if (to - from > FEW) {
      // All in one entry agree in the sign, so that the order of signed numbers is the same.
      return Arrays.binarySearch(values, from, to, fingerprint);
    }
    // Whatever the values, the same steps: the processor looks several up at once.
    int index = from;
    for (int i = from; i < to; i++) {
      index += values[i] < fingerprint ? 1 : 0;
    }
    return index < to && values[index] == fingerprint ? index : -1 - index;
  }

  /** A copy to work on. */
  long[] copy() {
    return Arrays.copyOf(values, size);
  }

  /** A copy of those that are wanted. */
  long[] copy(IntPredicate wanted) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      count += wanted.test(i) ? 1 : 0;
    }
    long[] copy = new long[count];
    for (int i = 0, next = 0; i < size; i++) {
      if (wanted.test(i)) {
        copy[next++] = values[i];
      }
    }
    return copy;
  }

  private static int log2(int n) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, n));
  }
}
