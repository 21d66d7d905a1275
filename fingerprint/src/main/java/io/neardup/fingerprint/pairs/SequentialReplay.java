// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;

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
  private final MemoryAccount memory;

  /** Of each node first the number of its earlier neighbors, then where to remember the next. */
  private final IntPages places;

  private LongPages inOrder;

  /** Where the earlier neighbors of each are remembered, by its place in the order. */
  private final IntPages begins;

  private final IntPages remembered;

  /**
   * @param memory takes what is allocated
   */
  SequentialReplay(
      ReplayOrder order, Decisions decisions, int maxRemembered, MemoryAccount memory) {
    this.order = order;
    this.decisions = decisions;
    this.maxRemembered = maxRemembered;
    this.memory = memory;
    this.places = new IntPages(order.size(), memory);
    this.begins = new IntPages(0, memory);
    this.remembered = new IntPages(0, memory);
  }

  /** Decides all of {@code wanted} that are undecided; {@code wanted} is used up. */
  void run(PairSource pairs, Bits wanted, StopCheck stop) {
    inOrder =
        order.inOrder(
            node -> wanted.get(node) && decisions.isUndecided(node), memory, new Work(stop));
    begins.resize(inOrder.size());
    for (int from = 0, to; from < inOrder.size(); from = to) {
      stop.check();
      count(pairs, wanted);
      to = fit(from);
      remember(pairs, wanted);
      decideAll(from, to);
      decisions.removeDuplicates(wanted);
    }
  }

  private int node(int place) {
    return (int) inOrder.get(place);
  }

  private void count(PairSource pairs, Bits wanted) {
    places.fill(0);
    pairs.forEach(
        wanted::get,
        (left, right, distance) -> {
          if (decisions.leavesOpen(left, right)) {
            places.getAndIncrement(order.precedes(left, right) ? right : left);
          }
        });
  }

  /** Where those end whose earlier neighbors can be remembered; the others get no place. */
  private int fit(int from) {
    long sum = 0;
    int to = from;
    for (int i = from; i < inOrder.size(); i++) {
      int node = node(i);
      int count = decisions.isUndecided(node) ? places.get(node) : 0;
      if (to == i && sum + count <= maxRemembered) {
        places.set(node, (int) sum);
        begins.set(i, (int) sum);
        sum += count;
        to++;
      } else {
        places.set(node, -1);
      }
    }
    remembered.resize((int) sum);
    return to;
  }

  private void remember(PairSource pairs, Bits wanted) {
    pairs.forEach(
        wanted::get,
        (left, right, distance) -> {
          if (decisions.leavesOpen(left, right)) {
            boolean first = order.precedes(left, right);
            int later = first ? right : left;
            if (places.get(later) >= 0) {
              remembered.set(places.getAndIncrement(later), first ? left : right);
            }
          }
        });
  }

  private void decideAll(int from, int to) {
    for (int i = from; i < to; i++) {
      if (decisions.isUndecided(node(i))) {
        decide(node(i), begins.get(i));
      }
    }
  }

  private void decide(int node, int begin) {
    for (int i = begin; i < places.get(node); i++) {
      if (decisions.isCanonical(remembered.get(i))) {
        decisions.duplicate(node);
        return;
      }
    }
    decisions.canonical(node);
  }
}
