// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/**
 * Ranks nodes by their keys, signed numbers of which the first decides first; equal ones have equal
 * ranks. A {@link PairedSort} by one key after the other, from the last to the first: linear.
 */
final class RankSort {
  private final ReplayOrder.Keys keys;
  private final int keyCount;
  private final StopCheck stop;
  private final PairedSort sort;

  private RankSort(int size, int keyCount, ReplayOrder.Keys keys, StopCheck stop) {
    this.keys = keys;
    this.keyCount = keyCount;
    this.stop = stop;
    this.sort = new PairedSort(new long[size], stop);
  }

  /** Bytes allocated for so many nodes, with their ranks. */
  static long bytes(int nodes, int keys) {
    return Integer.BYTES * (long) nodes
        + (keys == 0 ? 0 : Long.BYTES * (long) nodes + PairedSort.bytes(nodes));
  }

  /**
   * The rank of each node.
   *
   * @param keyCount 0 or more; without keys all ranks are 0
   */
  static int[] ranks(int size, int keyCount, ReplayOrder.Keys keys, StopCheck stop) {
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
    long[] values = sort.values();
    int[] nodes = sort.positions();
    for (int i = 0; i < nodes.length; i++) {
      stop.checkAt(i);
      values[i] = keys.key(nodes[i], key) ^ Long.MIN_VALUE;
    }
    sort.sort();
  }

  private int[] ranks() {
    int[] ranks = sort.scratch();
    int[] nodes = sort.positions();
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
    long[] values = sort.values();
    int[] nodes = sort.positions();
    boolean differs = values[i] != values[i - 1];
    for (int key = 1; differs == false && key < keyCount; key++) {
      differs = keys.key(nodes[i], key) != keys.key(nodes[i - 1], key);
    }
    return differs;
  }
}
