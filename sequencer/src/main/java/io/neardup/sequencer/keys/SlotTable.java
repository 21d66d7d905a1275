// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import java.util.Arrays;

/** A hash table of slot numbers, chained through arrays: no objects, cheap updates. */
final class SlotTable {
  static final int NONE = -1;

  private int[] heads = filled(64);
  private int[] next = new int[0];
  private int[] previous = new int[0];
  private int[] hashes = new int[0];
  private int size;

  /** As many slots, of which none is taken. */
  static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  void add(int slot, int hash) {
    if (slot >= next.length) {
      int length = Math.max(64, slot + (slot >> 1) + 1);
      next = Arrays.copyOf(next, length);
      previous = Arrays.copyOf(previous, length);
      hashes = Arrays.copyOf(hashes, length);
    }
    if (++size > heads.length) {
      grow();
    }
    hashes[slot] = hash;
    link(slot);
  }

  private void link(int slot) {
    int bucket = hashes[slot] & (heads.length - 1);
    int head = heads[bucket];
    next[slot] = head;
    previous[slot] = NONE;
    if (head != NONE) {
      previous[head] = slot;
    }
    heads[bucket] = slot;
  }

  private void grow() {
    int[] old = heads;
    heads = filled(2 * old.length);
    for (int head : old) {
      for (int slot = head; slot != NONE; ) {
        int following = next[slot];
        link(slot);
        slot = following;
      }
    }
  }

  void remove(int slot) {
    size--;
    if (previous[slot] == NONE) {
      heads[hashes[slot] & (heads.length - 1)] = next[slot];
    } else {
      next[previous[slot]] = next[slot];
    }
    if (next[slot] != NONE) {
      previous[next[slot]] = previous[slot];
    }
  }

  /** The first slot with this hash. */
  int first(int hash) {
    return same(heads[hash & (heads.length - 1)], hash);
  }

  /** The next slot with the same hash. */
  int after(int slot) {
    return same(next[slot], hashes[slot]);
  }

  private int same(int slot, int hash) {
    int candidate = slot;
    while (candidate != NONE && hashes[candidate] != hash) {
      candidate = next[candidate];
    }
    return candidate;
  }

  static int hash(long value) {
    long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }
}
