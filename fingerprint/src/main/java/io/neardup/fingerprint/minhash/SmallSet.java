// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.Arrays;

/**
 * The distinct ones among hashes as long as there are few, up to {@value #MAX}: open addressing in
 * a table so sparse that a hash is found with one look. A text that is made to collide costs 64
 * looks a hash.
 */
final class SmallSet {
  /** Greatest number of members. */
  static final int MAX = 64;

  private static final int SLOTS = 256;
  private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(SLOTS);

  private final int[] members = new int[MAX];
  private final byte[] slots = new byte[SLOTS];
  private int size;

  /** Whether there are at most {@value #MAX} distinct hashes, all of which are members then. */
  boolean fill(int[] hashes, int count) {
    Arrays.fill(slots, (byte) 0);
    size = 0;
    for (int i = 0; i < count; i++) {
      if (add(hashes[i]) == false) {
        return false;
      }
    }
    return true;
  }

  private boolean add(int hash) {
    int slot = hash >>> SHIFT;
    for (int member; (member = slots[slot] - 1) >= 0; slot = slot + 1 & SLOTS - 1) {
      if (members[member] == hash) {
        return true;
      }
    }
    if (size == MAX) {
      return false;
    }
    members[size++] = hash;
    slots[slot] = (byte) size;
    return true;
  }

  /** The members in the order of unsigned numbers. */
  int[] sorted() {
    int[] sorted = Arrays.copyOf(members, size);
    UnsignedOrder.sort(sorted);
    return sorted;
  }
}
