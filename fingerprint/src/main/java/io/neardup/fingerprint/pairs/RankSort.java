// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;

/**
 * Ranks nodes by their keys, signed numbers of which the first decides first; equal ones have equal
 * ranks. A stable radix sort by one key after the other, from the last to the first: linear, some
 * 10 ns for each byte in which keys differ, where a sort by comparison reads main memory for each.
 */
final class RankSort {
  private static final int BITS = Byte.SIZE;

  private final OrderKeys keys;
  private final int keyCount;
  private final StopCheck stop;
  private final int[] next = new int[1 << BITS];
  private int[] nodes;
  private int[] otherNodes;
  private long[] values;
  private long[] otherValues;

  private RankSort(int size, int keyCount, OrderKeys keys, StopCheck stop) {
    this.keys = keys;
    this.keyCount = keyCount;
    this.stop = stop;
    this.nodes = new int[size];
    this.otherNodes = new int[size];
    this.values = new long[size];
    this.otherValues = new long[size];
    Arrays.setAll(nodes, node -> node);
  }

  /** Bytes allocated for so many nodes, with their ranks. */
  static long bytes(int nodes, int keys) {
    return Integer.BYTES * (long) nodes
        + (keys == 0 ? 0 : 2L * (Integer.BYTES + Long.BYTES) * nodes);
  }

  /**
   * The rank of each node.
   *
   * @param keyCount 0 or more; without keys all ranks are 0
   */
  static int[] ranks(int size, int keyCount, OrderKeys keys, StopCheck stop) {
    if (keyCount == 0) {
      return new int[size];
    }
    RankSort sort = new RankSort(size, keyCount, keys, stop);
    for (int key = keyCount - 1; key >= 0; key--) {
      sort.sort(key);
    }
    return sort.ranks();
  }

  private void sort(int key) {
    for (int i = 0; i < nodes.length; i++) {
      stop.checkAt(i);
      values[i] = keys.key(nodes[i], key) ^ Long.MIN_VALUE;
    }
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if (count(shift)) {
        scatter(shift);
      }
    }
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
      otherNodes[to] = nodes[i];
    }
    long[] sortedValues = otherValues;
    otherValues = values;
    values = sortedValues;
    int[] sortedNodes = otherNodes;
    otherNodes = nodes;
    nodes = sortedNodes;
  }

  private int[] ranks() {
    int[] ranks = otherNodes;
    int rank = 0;
    for (int i = 0; i < nodes.length; i++) {
      stop.checkAt(i);
      rank += i > 0 && differsFromLast(i) ? 1 : 0;
      ranks[nodes[i]] = rank;
    }
    return ranks;
  }

  /** The values are those of the first key, by which all were sorted last. */
  private boolean differsFromLast(int i) {
    boolean differs = values[i] != values[i - 1];
    for (int key = 1; differs == false && key < keyCount; key++) {
      differs = keys.key(nodes[i], key) != keys.key(nodes[i - 1], key);
    }
    return differs;
  }
}
