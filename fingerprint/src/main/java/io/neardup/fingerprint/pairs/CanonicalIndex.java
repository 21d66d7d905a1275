// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The canonicals so far, by their keys. Nodes with the same key form a run, in which canonicals
 * stand side by side; two or three integers a key and node.
 */
final class CanonicalIndex {
  private static final int ALONE = -1;

  /** By key and node: the key itself at first, then where its run is; none if it is alone. */
  private final int[][] runs;

  /** By key: of each run the number of its canonicals, then room for all. */
  private final int[][] members;

  /** By node: the last call that met it, so that it is met once. */
  private final int[] seen;

  private int call;

  CanonicalIndex(int nodes, NodeKeys keys, Work work) {
    this.runs = new int[keys.perNode()][nodes];
    this.members = new int[keys.perNode()][];
    this.seen = new int[nodes];
    int[] of = new int[runs.length];
    for (int node = 0; node < nodes; node++) {
      keys.read(node, of);
      for (int i = 0; i < of.length; i++) {
        runs[i][node] = of[i];
      }
      work.placed(of.length);
    }
    long[] sorted = new long[nodes];
    for (int i = 0; i < runs.length; i++) {
      members[i] = new int[makeRuns(runs[i], sorted, work)];
    }
  }

  /** Bytes allocated at most. */
  static long bytes(int nodes, int keysPerNode) {
    long runs = Integer.BYTES + Integer.BYTES * 3 / 2;
    long sorting = 2 * Long.BYTES;
    return nodes * (runs * keysPerNode + Integer.BYTES + sorting);
  }

  /** Puts where its run is in the place of each node's key; how much room the runs take. */
  private static int makeRuns(int[] keys, long[] sorted, Work work) {
    Arrays.setAll(sorted, node -> (long) keys[node] << Integer.SIZE | node);
    new RadixSort(work).sort(sorted);
    int place = 0;
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && (sorted[to] ^ sorted[from]) >>> Integer.SIZE == 0) {
        to++;
      }
      boolean alone = to - from == 1;
      for (int i = from; i < to; i++) {
        keys[(int) sorted[i]] = alone ? ALONE : place;
      }
      place += alone ? 0 : 1 + to - from;
    }
    return place;
  }

  /** One more canonical. */
  void add(int canonical) {
    for (int key = 0; key < runs.length; key++) {
      int run = runs[key][canonical];
      if (run != ALONE) {
        members[key][run + ++members[key][run]] = canonical;
      }
    }
  }

  /** Each canonical that has a key in common with a node, once. */
  void forEachMet(int node, IntConsumer canonicals) {
    call++;
    for (int key = 0; key < runs.length; key++) {
      int run = runs[key][node];
      int size = run == ALONE ? 0 : members[key][run];
      for (int i = 1; i <= size; i++) {
        int canonical = members[key][run + i];
        if (seen[canonical] != call) {
          seen[canonical] = call;
          canonicals.accept(canonical);
        }
      }
    }
  }
}
