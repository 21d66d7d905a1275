// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;

/**
 * Sorts numbers as unsigned ones, each with its position: stable, eight counting sorts by a byte,
 * those left out in which all agree. Linear, some 40 ns a number; a sort by comparison, or a search
 * for each number among the sorted ones, reads main memory for each ({@code -Drun=groups
 * --only=report}).
 */
final class PairedSort {
  private static final int BITS = Byte.SIZE;

  private final StopCheck stop;
  private final int[] next = new int[1 << BITS];
  private long[] values;
  private long[] otherValues;
  private int[] positions;
  private int[] otherPositions;

  /**
   * @param values taken over
   */
  PairedSort(long[] values, StopCheck stop) {
    this.values = values;
    this.otherValues = new long[values.length];
    this.positions = new int[values.length];
    this.otherPositions = new int[values.length];
    this.stop = stop;
    Arrays.setAll(positions, position -> position);
  }

  /** Bytes allocated for so many numbers, beside the array that is taken over. */
  static long bytes(int numbers) {
    return (Long.BYTES + 2L * Integer.BYTES) * numbers;
  }

  /** Sorts by the values as they are now; those that are equal stay in their order. */
  void sort() {
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if (count(shift)) {
        scatter(shift);
      }
    }
  }

  /** The numbers, which can be replaced to sort by others. */
  long[] values() {
    return values;
  }

  /** Where each was in the beginning. */
  int[] positions() {
    return positions;
  }

  /** For the time after sorting. */
  int[] scratch() {
    return otherPositions;
  }

  /** Where the values of each byte are to begin; false if all have the same. */
  private boolean count(int shift) {
    Arrays.fill(next, 0);
    for (int i = 0; i < values.length; i++) {
      stop.checkAt(i);
      next[(int) (values[i] >>> shift) & 0xFF]++;
    }
    int sum = 0;
    for (int i = 0; i < next.length; i++) {
      int count = next[i];
      if (count == values.length) {
        return false;
      }
      next[i] = sum;
      sum += count;
    }
    return true;
  }

  private void scatter(int shift) {
    for (int i = 0; i < values.length; i++) {
      stop.checkAt(i);
      int to = next[(int) (values[i] >>> shift) & 0xFF]++;
      otherValues[to] = values[i];
      otherPositions[to] = positions[i];
    }
    long[] sortedValues = otherValues;
    otherValues = values;
    values = sortedValues;
    int[] sortedPositions = otherPositions;
    otherPositions = positions;
    positions = sortedPositions;
  }
}
