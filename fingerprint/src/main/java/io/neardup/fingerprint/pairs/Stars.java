// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Groups of near-duplicates as a greedy replay makes them: met in order, a node is a duplicate if a
 * canonical is near, and otherwise canonical itself. So every member is within the distance of its
 * canonical, and no two canonicals are within it, except where both were given beforehand. Stars,
 * not connected components: chains do not grow. The same whatever the order of the pairs, which are
 * gone through in each round: from memory, or where there are too many, searched for again.
 */
public final class Stars {
  /** Random ranks need some ten. */
  private static final int MAX_ROUNDS = 32;

  private static final int REMEMBERED_PER_NODE = 2;

  private final ReplayOrder order;
  private final Decisions decisions;

  /** Goes through each duplicate with all near canonicals, these on the left. */
  private final Consumer<NearPair> nearCanonicals;

  /**
   * Of each node its canonical and, in the lower half, how far that is, plus one; of what has none
   * itself and 0. In one number and read without a branch, since each read of pages in no order
   * counts.
   */
  private final LongPages nearest;

  /** Which duplicates are said to be; null where nothing is said. */
  private Bits said;

  Stars(
      ReplayOrder order,
      Decisions decisions,
      MemoryAccount memory,
      Consumer<NearPair> nearCanonicals) {
    this.order = order;
    this.decisions = decisions;
    this.nearCanonicals = nearCanonicals;
    this.nearest = new LongPages(order.size(), memory);
    for (int node = 0; node < order.size(); node++) {
      nearest.set(node, (long) node << Integer.SIZE);
    }
  }

  /**
   * Replays.
   *
   * @param pairs the same each time that they are gone through
   * @param memory takes what is allocated
   */
  public static Stars replay(
      ReplayOrder order, PairSource pairs, MemoryAccount memory, StopCheck stop) {
    int remembered =
        (int) Math.min(Integer.MAX_VALUE - Long.BYTES, (long) REMEMBERED_PER_NODE * order.size());
    return replay(order, pairs, memory, stop, MAX_ROUNDS, remembered);
  }

  /**
   * @param searched where the pairs come from
   * @param maxRounds 1 or more
   * @param maxRemembered pairs that are remembered: all or none, and if rounds do not suffice, so
   *     many at once
   */
  static Stars replay(
      ReplayOrder order,
      PairSource searched,
      MemoryAccount memory,
      StopCheck stop,
      int maxRounds,
      int maxRemembered) {
    PairSource pairs = new RememberedPairs(searched, order.size(), maxRemembered, memory, stop);
    Decisions decisions = new Decisions(order, memory);
    ReplayRounds rounds = new ReplayRounds(order, decisions, memory, stop);
    boolean undecided = true;
    for (int round = 0; undecided && round < maxRounds; round++) {
      stop.check();
      undecided = rounds.next(pairs);
    }
    if (undecided) {
      try (MemoryAccount held = memory.part()) {
        new SequentialReplay(order, decisions, maxRemembered, held)
            .run(pairs, rounds.wanted(), stop);
      }
    }
    stop.check();
    Bits touched = rounds.touched();
    Stars stars =
        new Stars(
            order, decisions, memory, near -> reportNear(pairs, touched::get, decisions, near));
    stars.forEachNearCanonical(stars::assign);
    return stars;
  }

  /** A canonical near a duplicate, which is its own if it is preferred to those so far. */
  void assign(int canonical, int node, int distance) {
    if (order.precedes(canonical, node) == false) {
      return;
    }
    long known = nearest.get(node);
    if ((int) known == 0 || order.prefers(canonical, distance, canonical(known), distance(known))) {
      nearest.set(node, (long) canonical << Integer.SIZE | Integer.toUnsignedLong(distance + 1));
    }
  }

  void beginToSay(MemoryAccount memory) {
    said = new Bits(nearest.size(), memory);
  }

  void say(int node) {
    said.set(node);
  }

  /** Whether distances alone have decided. */
  public boolean isByDistance() {
    return said == null;
  }

  /** Whether a node is where it is because somebody said so. */
  public boolean isSaid(int node) {
    return said != null && said.get(node);
  }

  /** Whether a node is canonical, alone or not. */
  public boolean isCanonical(int node) {
    return decisions.isCanonical(node);
  }

  /** What a node is a duplicate of; itself if it is canonical. */
  public int canonicalOf(int node) {
    return canonical(nearest.get(node));
  }

  /** How far the canonical of a node is. */
  public int distanceOf(int node) {
    return Math.max(0, distance(nearest.get(node)));
  }

  private static int canonical(long nearest) {
    return (int) (nearest >>> Integer.SIZE);
  }

  private static int distance(long nearest) {
    return (int) nearest - 1;
  }

  /**
   * Each duplicate with all near canonicals and their distance, in any order, the canonical on the
   * left. They include those that it precedes itself; but of several documents with the fingerprint
   * of one node the last may come after them, and there is one more to choose from.
   */
  public void forEachNearCanonical(NearPair consumer) {
    nearCanonicals.accept(consumer);
  }

  private static void reportNear(
      PairSource pairs, IntPredicate touched, Decisions decisions, NearPair consumer) {
    pairs.forEach(
        touched,
        (left, right, distance) -> {
          if (decisions.isCanonical(left) && decisions.isDuplicate(right)) {
            consumer.accept(left, right, distance);
          } else if (decisions.isCanonical(right) && decisions.isDuplicate(left)) {
            consumer.accept(right, left, distance);
          }
        });
  }
}
