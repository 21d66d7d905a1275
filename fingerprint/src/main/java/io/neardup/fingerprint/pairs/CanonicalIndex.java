// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The canonicals so far, by their keys. Nodes with the same key form a run, in which canonicals
 * stand side by side; two or three integers a key and node.
 */
final class CanonicalIndex {
  private static final int ALONE = -1;

  /** By key and node: the key itself at first, then where its run is; none if it is alone. */
  private final IntPages[] runs;

  /** By key: of each run the number of its canonicals, then room for all. */
  private final IntPages[] members;

  /** By node: the last call that met it, so that it is met once. */
  private final IntPages seen;

  private int call;

  /**
   * @param memory takes what is allocated
   */
  CanonicalIndex(int nodes, NodeKeys keys, MemoryAccount memory, Work work) {
    this.runs = new IntPages[keys.perNode()];
    this.members = new IntPages[runs.length];
    this.seen = new IntPages(nodes, memory);
    Arrays.setAll(runs, key -> new IntPages(nodes, memory));
    int[] of = new int[runs.length];
    for (int node = 0; node < nodes; node++) {
      keys.read(node, of);
      for (int i = 0; i < of.length; i++) {
        runs[i].set(node, of[i]);
      }
      work.placed(of.length);
    }
    try (MemoryAccount held = memory.part()) {
      LongPages sorted = new LongPages(nodes, held);
      for (int i = 0; i < runs.length; i++) {
        members[i] = new IntPages(makeRuns(runs[i], sorted, held, work), memory);
      }
    }
  }

  /** Puts where its run is in the place of each node's key; how much room the runs take. */
  private static int makeRuns(IntPages keys, LongPages sorted, MemoryAccount memory, Work work) {
    int nodes = keys.size();
    for (int node = 0; node < nodes; node++) {
      sorted.set(node, (long) keys.get(node) << Integer.SIZE | node);
    }
    RadixSort.sort(sorted, nodes, memory, work);
    int place = 0;
    for (int from = 0, to; from < nodes; from = to) {
      to = from + 1;
      while (to < nodes && (sorted.get(to) ^ sorted.get(from)) >>> Integer.SIZE == 0) {
        to++;
      }
      boolean alone = to - from == 1;
      for (int i = from; i < to; i++) {
        keys.set((int) sorted.get(i), alone ? ALONE : place);
      }
      place += alone ? 0 : 1 + to - from;
    }
    return place;
  }

  /** One more canonical. */
  void add(int canonical) {
    for (int key = 0; key < runs.length; key++) {
      int run = runs[key].get(canonical);
      if (run != ALONE) {
        int size = members[key].getAndIncrement(run) + 1;
        members[key].set(run + size, canonical);
      }
    }
  }

  /** Each canonical that has a key in common with a node, once. */
  void forEachMet(int node, IntConsumer canonicals) {
    call++;
    for (int key = 0; key < runs.length; key++) {
      int run = runs[key].get(node);
      int size = run == ALONE ? 0 : members[key].get(run);
      for (int i = 1; i <= size; i++) {
        int canonical = members[key].get(run + i);
        if (seen.get(canonical) != call) {
          seen.set(canonical, call);
          canonicals.accept(canonical);
        }
      }
    }
  }
}
