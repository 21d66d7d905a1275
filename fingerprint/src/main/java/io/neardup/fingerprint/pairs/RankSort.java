// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.IntToLongFunction;

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
    IntToLongFunction value = keys.key(key);
    for (int at = 0, end; at < size; at = end) {
      stop.check();
      end = LongPages.end(at, size);
      read(value, nodes.page(at), values.page(at), end - at);
    }
    RadixSort.sort(values, nodes, memory, new Work(stop));
  }

  private static void read(IntToLongFunction value, int[] nodes, long[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = value.applyAsLong(nodes[i]) ^ Long.MIN_VALUE;
    }
  }

  private void rank(IntPages ranks) {
    int rank = 0;
    long last = size == 0 ? 0 : values.get(0);
    for (int at = 0, end; at < size; at = end) {
      end = LongPages.end(at, size);
      stop.check();
      long[] page = values.page(at);
      int[] ranked = nodes.page(at);
      for (int i = 0; i < end - at; i++) {
        rank += page[i] != last || (keyCount > 1 && differsFromLast(at + i)) ? 1 : 0;
        last = page[i];
        ranks.set(ranked[i], rank);
      }
    }
  }

  /** The values are those of the first key, by which all were sorted last. */
  private boolean differsFromLast(int i) {
    boolean differs = false;
    for (int key = 1; i > 0 && differs == false && key < keyCount; key++) {
      IntToLongFunction value = keys.key(key);
      differs = value.applyAsLong(nodes.get(i)) != value.applyAsLong(nodes.get(i - 1));
    }
    return differs;
  }
}
