// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.BitSet;
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

  /** Of each duplicate. */
  private final int[] canonicals;

  /** Plus one; 0 as long as it has no canonical. */
  private final int[] distances;

  Stars(ReplayOrder order, Decisions decisions, Consumer<NearPair> nearCanonicals) {
    this.order = order;
    this.decisions = decisions;
    this.nearCanonicals = nearCanonicals;
    this.canonicals = new int[order.size()];
    this.distances = new int[order.size()];
  }

  /**
   * Replays.
   *
   * @param pairs the same each time that they are gone through
   */
  public static Stars replay(ReplayOrder order, PairSource pairs, StopCheck stop) {
    return replay(order, pairs, stop, MAX_ROUNDS, remembered(order.size()));
  }

  /**
   * @param searched where the pairs come from
   * @param maxRounds 1 or more
   * @param maxRemembered pairs that are remembered: all or none, and if rounds do not suffice, so
   *     many at once
   */
  static Stars replay(
      ReplayOrder order, PairSource searched, StopCheck stop, int maxRounds, int maxRemembered) {
    PairSource pairs = new RememberedPairs(searched, order.size(), maxRemembered, stop);
    Decisions decisions = new Decisions(order);
    ReplayRounds rounds = new ReplayRounds(order, decisions, stop);
    boolean undecided = true;
    for (int round = 0; undecided && round < maxRounds; round++) {
      stop.check();
      undecided = rounds.next(pairs);
    }
    if (undecided) {
      new SequentialReplay(order, decisions, maxRemembered).run(pairs, rounds.wanted(), stop);
    }
    stop.check();
    BitSet touched = rounds.touched();
    Stars stars =
        new Stars(order, decisions, near -> tellNear(pairs, touched::get, decisions, near));
    stars.forEachNearCanonical(stars::assign);
    return stars;
  }

  /** Bytes allocated at most for so many nodes; what the pairs need comes on top. */
  public static long bytes(int nodes) {
    long bitSets = 4 * (nodes / Byte.SIZE + (long) Long.BYTES);
    long sequential = SequentialReplay.bytes(nodes, remembered(nodes));
    return nodes + bitSets + Math.max(sequential, 2L * Integer.BYTES * nodes);
  }

  private static int remembered(int nodes) {
    return (int) Math.min(Integer.MAX_VALUE - Long.BYTES, (long) REMEMBERED_PER_NODE * nodes);
  }

  /** A canonical near a duplicate, which is its own if it is preferred to those so far. */
  void assign(int canonical, int node, int distance) {
    if (order.precedes(canonical, node) == false) {
      return;
    }
    if (distances[node] == 0
        || order.prefers(canonical, distance, canonicals[node], distances[node] - 1)) {
      canonicals[node] = canonical;
      distances[node] = distance + 1;
    }
  }

  /** Whether a node is canonical, alone or not. */
  public boolean isCanonical(int node) {
    return decisions.isCanonical(node);
  }

  /** What a node is a duplicate of; itself if it is canonical. */
  public int canonicalOf(int node) {
    return isCanonical(node) ? node : canonicals[node];
  }

  /** How far the canonical of a node is. */
  public int distanceOf(int node) {
    return isCanonical(node) ? 0 : distances[node] - 1;
  }

  /**
   * Each duplicate with all near canonicals and their distance, in any order, the canonical on the
   * left. They include those that it precedes itself; but of several documents with the fingerprint
   * of one node the last may come after them, and there is one more to choose from.
   */
  public void forEachNearCanonical(NearPair consumer) {
    nearCanonicals.accept(consumer);
  }

  private static void tellNear(
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
