// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.BitSet;

/**
 * The greedy replay one node after the other, for what rounds do not get done: chains in which each
 * one waits for the one before. Takes as many nodes at a time as have so many pairs with earlier
 * ones together that these can be remembered, and goes through all pairs twice for them. However
 * many pairs the first undecided node has, none of them is with an earlier one, so that each time
 * at least one is decided.
 */
final class SequentialReplay {
  private final ReplayOrder order;
  private final Decisions decisions;
  private final int maxRemembered;

  /** Of each node first the number of its earlier neighbors, then where to remember the next. */
  private final int[] places;

  SequentialReplay(ReplayOrder order, Decisions decisions, int maxRemembered) {
    this.order = order;
    this.decisions = decisions;
    this.maxRemembered = maxRemembered;
    this.places = new int[order.size()];
  }

  /** Bytes allocated at most. */
  static long bytes(int nodes, int maxRemembered) {
    return (2L * Integer.BYTES + Long.BYTES) * nodes + (long) Integer.BYTES * maxRemembered;
  }

  /** Decides all of {@code wanted} that are undecided; {@code wanted} is used up. */
  void run(PairSource pairs, BitSet wanted, StopCheck stop) {
    long[] inOrder = undecidedInOrder(wanted);
    for (int from = 0, to; from < inOrder.length; from = to) {
      stop.check();
      count(pairs, wanted);
      int[] begins = new int[inOrder.length - from + 1];
      to = fit(inOrder, from, begins);
      decide(inOrder, from, begins, remembered(pairs, wanted, begins[to - from]));
      decisions.removeDuplicates(wanted);
    }
  }

  /** Rank and node of each; none of them is canonical beforehand. */
  private long[] undecidedInOrder(BitSet wanted) {
    return wanted.stream()
        .filter(decisions::isUndecided)
        .mapToLong(node -> (long) order.rank(node) << Integer.SIZE | node)
        .sorted()
        .toArray();
  }

  private void count(PairSource pairs, BitSet wanted) {
    wanted.stream().forEach(node -> places[node] = 0);
    pairs.forEach(
        wanted::get,
        (left, right, distance) -> {
          if (decisions.leavesOpen(left, right)) {
            places[order.precedes(left, right) ? right : left]++;
          }
        });
  }

  /** Where those end whose earlier neighbors can be remembered; the others get no place. */
  private int fit(long[] inOrder, int from, int[] begins) {
    long sum = 0;
    int to = from;
    for (int i = from; i < inOrder.length; i++) {
      int node = (int) inOrder[i];
      int count = decisions.isUndecided(node) ? places[node] : 0;
      if (to == i && sum + count <= maxRemembered) {
        places[node] = (int) sum;
        sum += count;
        to++;
        begins[to - from] = (int) sum;
      } else {
        places[node] = -1;
      }
    }
    return to;
  }

  private int[] remembered(PairSource pairs, BitSet wanted, int size) {
    int[] remembered = new int[size];
    pairs.forEach(
        wanted::get,
        (left, right, distance) -> {
          if (decisions.leavesOpen(left, right)) {
            boolean first = order.precedes(left, right);
            int later = first ? right : left;
            if (places[later] >= 0) {
              remembered[places[later]++] = first ? left : right;
            }
          }
        });
    return remembered;
  }

  private void decide(long[] inOrder, int from, int[] begins, int... remembered) {
    for (int i = from; i < inOrder.length && places[(int) inOrder[i]] >= 0; i++) {
      int node = (int) inOrder[i];
      if (decisions.isUndecided(node)) {
        decide(node, begins[i - from], remembered);
      }
    }
  }

  private void decide(int node, int begin, int... remembered) {
    for (int i = begin; i < places[node]; i++) {
      if (decisions.isCanonical(remembered[i])) {
        decisions.duplicate(node);
        return;
      }
    }
    decisions.canonical(node);
  }
}
