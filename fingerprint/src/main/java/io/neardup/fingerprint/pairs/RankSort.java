// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * Ranks nodes by their keys, signed numbers of which the first decides first; equal ones have equal
 * ranks. A {@link RadixSort} by one key after the other, from the last to the first: linear.
 */
final class RankSort {
  private final ReplayOrder.Keys keys;
  private final int keyCount;
  private final int size;
  private final StopCheck stop;
  private final LongPages values;
  private final IntPages nodes;
  private final MemoryAccount memory;

  private RankSort(
      int size, int keyCount, ReplayOrder.Keys keys, MemoryAccount memory, StopCheck stop) {
    this.keys = keys;
    this.keyCount = keyCount;
    this.size = size;
    this.stop = stop;
    this.memory = memory;
    this.values = new LongPages(size, memory);
    this.nodes = IntPages.range(size, memory);
  }

  /**
   * The rank of each node.
   *
   * @param keyCount 0 or more; without keys all ranks are 0
   * @param memory takes the ranks, and until they are made what it takes to sort
   */
  static IntPages ranks(
      int size, int keyCount, ReplayOrder.Keys keys, MemoryAccount memory, StopCheck stop) {
    IntPages ranks = new IntPages(size, memory);
    if (keyCount == 0) {
      return ranks;
    }
    try (MemoryAccount held = memory.part()) {
      RankSort sort = new RankSort(size, keyCount, keys, held, stop);
      for (int key = keyCount - 1; key >= 0; key--) {
        sort.sort(key);
      }
      sort.rank(ranks);
    }
    return ranks;
  }

  private void sort(int key) {
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      values.set(i, keys.key(nodes.get(i), key) ^ Long.MIN_VALUE);
    }
    RadixSort.sort(values, nodes, memory, new Work(stop));
  }

  private void rank(IntPages ranks) {
    int rank = 0;
    for (int i = 0; i < size; i++) {
      stop.checkAt(i);
      rank += i > 0 && differsFromLast(i) ? 1 : 0;
      ranks.set(nodes.get(i), rank);
    }
  }

  /** The values are those of the first key, by which all were sorted last. */
  private boolean differsFromLast(int i) {
    boolean differs = values.get(i) != values.get(i - 1);
    for (int key = 1; differs == false && key < keyCount; key++) {
      differs = keys.key(nodes.get(i), key) != keys.key(nodes.get(i - 1), key);
    }
    return differs;
  }
}
