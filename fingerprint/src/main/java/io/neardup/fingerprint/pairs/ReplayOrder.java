// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.BitSet;

/**
 * The order in which a greedy replay meets the nodes of a set: those first that are canonical
 * beforehand, then by rank, of equal ranks the one with the lesser index.
 */
public final class ReplayOrder {
  private final int[] ranks;
  private final BitSet canonicals;

  private ReplayOrder(int[] ranks, BitSet canonicals) {
    this.ranks = ranks;
    this.canonicals = canonicals;
  }

  /**
   * By rank alone.
   *
   * @param ranks of each node; taken over
   */
  public static ReplayOrder byRank(int... ranks) {
    return new ReplayOrder(ranks, new BitSet());
  }

  /**
   * By rank behind some that are canonical already, and remain so even if they are near each other.
   *
   * @param ranks of each node; taken over, as {@code canonicals} is
   */
  public static ReplayOrder after(BitSet canonicals, int... ranks) {
    return new ReplayOrder(ranks, canonicals);
  }

  int size() {
    return ranks.length;
  }

  int rank(int node) {
    return ranks[node];
  }

  /** Whether it is canonical beforehand. */
  boolean isGiven(int node) {
    return canonicals.get(node);
  }

  /** Whether the replay meets {@code left} before {@code right}. */
  public boolean precedes(int left, int right) {
    if (isGiven(left) != isGiven(right)) {
      return isGiven(left);
    }
    return ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right];
  }
}
