// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * The greedy replay in rounds, each of which goes once through the pairs in any order: whoever has
 * no undecided neighbor before itself becomes canonical, the neighbors of canonicals duplicates.
 * The first of all that are undecided is always decided, so that it ends, and nobody is decided
 * before all that precede it and are near; so the outcome is that of the sequential replay, the
 * lexicographically first maximal independent set (Blelloch, Fineman, Shun, <i>Greedy Sequential
 * Maximal Independent Set and Matching are Parallel on Average</i>, 2012,
 * doi:10.1145/2312005.2312058: in random order the rounds grow with the square of a logarithm).
 */
final class ReplayRounds {
  private final ReplayOrder order;
  private final Decisions decisions;
  private final StopCheck stop;
  private final MemoryAccount memory;
  private final Bits touched;
  private Bits wanted;

  ReplayRounds(ReplayOrder order, Decisions decisions, MemoryAccount memory, StopCheck stop) {
    this.stop = stop;
    this.order = order;
    this.decisions = decisions;
    this.memory = memory;
    this.touched = new Bits(order.size(), memory);
    this.wanted = new Bits(order.size(), memory);
    wanted.setAll();
  }

  /** Goes once through the pairs; false if all are decided. */
  boolean next(PairSource pairs) {
    Bits open = new Bits(order.size(), memory);
    Bits blocked = new Bits(order.size(), memory);
    pairs.forEach(
        wanted::get,
        (left, right, distance) -> {
          touched.set(left);
          touched.set(right);
          if (decisions.leavesOpen(left, right)) {
            open.set(left);
            open.set(right);
            blocked.set(order.precedes(left, right) ? right : left);
          }
        });
    for (int node = wanted.nextSetBit(0); node >= 0; node = wanted.nextSetBit(node + 1)) {
      stop.checkAt(node);
      if (decisions.isUndecided(node) && blocked.get(node) == false) {
        decisions.canonical(node);
      }
    }
    decisions.removeDuplicates(open);
    blocked.release();
    wanted.release();
    wanted = open;
    return decisions.anyUndecided(wanted);
  }

  /** Those whose pairs are not done with: all undecided ones, and canonicals beside them. */
  Bits wanted() {
    return wanted;
  }

  /** All that are near to any other. */
  Bits touched() {
    return touched;
  }
}
