// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.BitSet;

/** What is known of each node: canonical, duplicate, or not decided yet. A byte each. */
final class Decisions {
  private static final byte CANONICAL = 1;
  private static final byte DUPLICATE = 2;

  private final byte[] decisions;

  Decisions(ReplayOrder order) {
    decisions = new byte[order.size()];
    for (int node = 0; node < decisions.length; node++) {
      if (order.isGiven(node)) {
        decisions[node] = CANONICAL;
      }
    }
  }

  boolean isUndecided(int node) {
    return decisions[node] == 0;
  }

  boolean isCanonical(int node) {
    return decisions[node] == CANONICAL;
  }

  boolean isDuplicate(int node) {
    return decisions[node] == DUPLICATE;
  }

  void canonical(int node) {
    decisions[node] = CANONICAL;
  }

  void duplicate(int node) {
    decisions[node] = DUPLICATE;
  }

  /**
   * What is near to a canonical is a duplicate.
   *
   * @return whether neither of the two is decided
   */
  boolean leavesOpen(int left, int right) {
    if (isCanonical(left) && isUndecided(right)) {
      duplicate(right);
    } else if (isCanonical(right) && isUndecided(left)) {
      duplicate(left);
    }
    return isUndecided(left) && isUndecided(right);
  }

  /** Takes the duplicates out of a set: pairs with them decide nothing any more. */
  void removeDuplicates(BitSet nodes) {
    for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1)) {
      if (isDuplicate(node)) {
        nodes.clear(node);
      }
    }
  }

  /** Whether any one of a set is not decided. */
  boolean anyUndecided(BitSet nodes) {
    return nodes.stream().anyMatch(this::isUndecided);
  }
}
