// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.MemoryAccount;

/** What is known of each node: canonical, duplicate, or not decided yet. Two bits each. */
final class Decisions {
  private final Bits canonicals;
  private final Bits duplicates;

  Decisions(ReplayOrder order, MemoryAccount memory) {
    canonicals = new Bits(order.size(), memory);
    duplicates = new Bits(order.size(), memory);
    for (int node = 0; node < order.size(); node++) {
      if (order.isGiven(node)) {
        canonicals.set(node);
      }
    }
  }

  boolean isUndecided(int node) {
    return (canonicals.get(node) || duplicates.get(node)) == false;
  }

  boolean isCanonical(int node) {
    return canonicals.get(node);
  }

  boolean isDuplicate(int node) {
    return duplicates.get(node);
  }

  void canonical(int node) {
    canonicals.set(node);
  }

  void duplicate(int node) {
    duplicates.set(node);
  }

  /**
   * What is near to a canonical is a duplicate.
   *
   * @return whether neither of the two is decided
   */
  boolean leavesOpen(int left, int right) {
    if (isDuplicate(left) || isDuplicate(right)) {
      return false;
    }
    boolean canonical = isCanonical(left);
    if (canonical == isCanonical(right)) {
      return canonical == false;
    }
    duplicate(canonical ? right : left);
    return false;
  }

  /** Takes the duplicates out of a set: pairs with them decide nothing any more. */
  void removeDuplicates(Bits nodes) {
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      if (isDuplicate(node)) {
        nodes.clear(node);
      }
    }
  }

  /** Whether any one of a set is not decided. */
  boolean anyUndecided(Bits nodes) {
    int node = nodes.nextSetBit(0);
    while (node >= 0 && isUndecided(node) == false) {
      node = nodes.nextSetBit(node + 1);
    }
    return node >= 0;
  }
}
