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

  /**
   * @param ranks of each node; taken over, as {@code canonicals} is
   */
  ReplayOrder(BitSet canonicals, int... ranks) {
    this.ranks = ranks;
    this.canonicals = canonicals;
  }

  /** What nodes are ordered by. */
  @FunctionalInterface
  public interface Keys {
    /**
     * The value of a key, of which the least comes first.
     *
     * @param key from 0, the one that decides first
     */
    long key(int node, int key);
  }

  /**
   * By keys, of equal ones by index, behind some that are canonical already. Linear in the number
   * of nodes; {@link #bytes} are allocated.
   *
   * @param canonicals taken over
   * @param nodes how many there are
   * @param keyCount how many keys each has, 0 or more
   */
  public static ReplayOrder byKeys(
      BitSet canonicals, int nodes, int keyCount, Keys keys, StopCheck stop) {
    return new ReplayOrder(canonicals, RankSort.ranks(nodes, keyCount, keys, stop));
  }

  /** Bytes allocated at most by {@link #byKeys}; four a node remain. */
  public static long bytes(int nodes, int keyCount) {
    return RankSort.bytes(nodes, keyCount);
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

  /**
   * Whether a duplicate is one of the first canonical rather than of the other: the nearest, of
   * equally near ones the first, as {@code near_dup} decides at ingest. Both precede it.
   */
  public boolean prefers(int canonical, int distance, int other, int otherDistance) {
    return distance == otherDistance ? precedes(canonical, other) : distance < otherDistance;
  }
}
