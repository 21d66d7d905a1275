// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The greedy replay where it takes a second look to tell what is near. Nodes meet where they have a
 * key in common, and each is compared with the canonicals before it alone, so that what has a
 * canonical costs the others nothing, however many share a key. Exact for the nodes that meet;
 * quadratic only in canonicals that share a key and are not near.
 */
public final class CanonicalReplay {
  /** How much longer a second look takes than to compare two fingerprints: 50 ns. */
  private static final int LOOK = 128;

  private final ReplayOrder order;
  private final NodeRelation relation;

  /** Null if nothing is. */
  private final SaidOfNodes said;

  private final Work work;
  private final Decisions decisions;
  private final CanonicalIndex canonicals;

  private final MemoryAccount memory;

  private CanonicalReplay(
      ReplayOrder order,
      NodeKeys keys,
      NodeRelation relation,
      SaidOfNodes said,
      MemoryAccount memory,
      StopCheck stop) {
    this.said = said;
    this.order = order;
    this.relation = relation;
    this.memory = memory;
    this.work = new Work(stop);
    this.decisions = new Decisions(order, memory);
    this.canonicals = new CanonicalIndex(order.size(), keys, memory, work);
  }

  /**
   * Replays.
   *
   * @param memory takes what is allocated
   */
  public static Stars replay(
      ReplayOrder order,
      NodeKeys keys,
      NodeRelation relation,
      MemoryAccount memory,
      StopCheck stop) {
    return new CanonicalReplay(order, keys, relation, null, memory, stop).run();
  }

  /**
   * Replays where something is said: a node joins the group of the first one that it is said to be
   * the same as, however far that is, and no group with one that it is said not to be the same as.
   */
  public static Stars replay(
      ReplayOrder order,
      NodeKeys keys,
      NodeRelation relation,
      SaidOfNodes said,
      MemoryAccount memory,
      StopCheck stop) {
    return new CanonicalReplay(order, keys, relation, said, memory, stop).run();
  }

  private Stars run() {
    Stars stars = new Stars(order, decisions, memory, this::forEachNearCanonical);
    if (said != null) {
      stars.beginToSay(memory);
    }
    IntStream.range(0, order.size()).filter(order::isGiven).forEach(canonicals::add);
    LongPages inOrder = order.inOrder(decisions::isUndecided, memory, work);
    for (int i = 0; i < inOrder.size(); i++) {
      int node = (int) inOrder.get(i);
      if (said != null && said.isNamed(node)) {
        assignNamed(node, stars);
      } else {
        assignNear(node, Set.of(), stars);
      }
      if (decisions.isUndecided(node)) {
        decisions.canonical(node);
        canonicals.add(node);
      }
    }
    inOrder.release();
    return stars;
  }

  private void assignNear(int node, Set<Integer> apart, Stars stars) {
    forEachNear(
        node,
        (canonical, met, distance) -> {
          if (apart.contains(canonical) == false) {
            decisions.duplicate(met);
            stars.assign(canonical, met, distance);
          }
        });
  }

  private void assignNamed(int node, Stars stars) {
    Set<Integer> apart = new HashSet<>();
    said.forEachOther(
        node,
        other -> {
          if (decisions.isUndecided(other) == false) {
            apart.add(stars.canonicalOf(other));
          }
        });
    int[] joined = {-1};
    said.forEachSame(
        node,
        same -> {
          int canonical = decisions.isUndecided(same) ? -1 : stars.canonicalOf(same);
          if (canonical >= 0
              && apart.contains(canonical) == false
              && (joined[0] < 0 || order.precedes(canonical, joined[0]))) {
            joined[0] = canonical;
          }
        });
    if (joined[0] < 0) {
      assignNear(node, apart, stars);
    } else {
      decisions.duplicate(node);
      stars.assign(joined[0], node, said.distance(node, joined[0]));
      stars.say(node);
    }
  }

  private void forEachNear(int node, NearPair consumer) {
    IntUnaryOperator distances = relation.from(node);
    IntConsumer look =
        canonical -> {
          work.compared(LOOK);
          int distance = distances.applyAsInt(canonical);
          if (distance != NodeRelation.FAR) {
            consumer.accept(canonical, node, distance);
          }
        };
    work.compared(LOOK);
    canonicals.forEachMet(node, look);
  }

  private void forEachNearCanonical(NearPair consumer) {
    for (int node = 0; node < order.size(); node++) {
      if (decisions.isDuplicate(node)) {
        forEachNear(node, consumer);
      }
    }
  }
}
