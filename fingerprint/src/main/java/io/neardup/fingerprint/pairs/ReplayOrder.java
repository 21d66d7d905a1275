// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * The order in which a greedy replay meets the nodes of a set: those first that are canonical
 * beforehand, then by rank, of equal ranks the one with the lesser index.
 */
public final class ReplayOrder {
  private final IntPages ranks;
  private final Bits canonicals;

  /**
   * @param ranks of each node; taken over, as {@code canonicals} is
   */
  ReplayOrder(Bits canonicals, IntPages ranks) {
    this.ranks = ranks;
    this.canonicals = canonicals;
  }

  /** What nodes are ordered by. */
  @FunctionalInterface
  public interface Keys {
    /**
     * The values of a key by node, of which the least comes first.
     *
     * @param key from 0, the one that decides first
     */
    IntToLongFunction key(int key);
  }

  /**
   * By keys, of equal ones by index, behind some that are canonical already. Linear in the number
   * of nodes.
   *
   * @param canonicals taken over
   * @param nodes how many there are
   * @param keyCount how many keys each has, 0 or more
   * @param memory takes what is allocated
   */
  public static ReplayOrder byKeys(
      Bits canonicals, int nodes, int keyCount, Keys keys, MemoryAccount memory, StopCheck stop) {
    return new ReplayOrder(canonicals, RankSort.ranks(nodes, keyCount, keys, memory, stop));
  }

  int size() {
    return ranks.size();
  }

  /** Some nodes, none of them canonical beforehand, in their order: in the lower half of each. */
  LongPages inOrder(IntPredicate wanted, MemoryAccount memory, Work work) {
    LongPages inOrder = new LongPages(0, memory);
    int count = 0;
    for (int node = 0; node < size(); node++) {
      if (wanted.test(node)) {
        inOrder.grow(count + 1);
        long rank = ranks.get(node) ^ Integer.MIN_VALUE;
        inOrder.set(count++, rank << Integer.SIZE | node);
      }
    }
    inOrder.resize(count);
    RadixSort.sort(inOrder, count, memory, work);
    return inOrder;
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
    return ranks.get(left) == ranks.get(right) ? left < right : ranks.get(left) < ranks.get(right);
  }

  /**
   * Whether a duplicate is one of the first canonical rather than of the other: the nearest, of
   * equally near ones the first, as {@code near_dup} decides at ingest. Both precede it.
   */
  public boolean prefers(int canonical, int distance, int other, int otherDistance) {
    return distance == otherDistance ? precedes(canonical, other) : distance < otherDistance;
  }
}
