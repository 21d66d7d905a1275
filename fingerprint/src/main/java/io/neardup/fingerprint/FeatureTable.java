// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.Arrays;

/**
 * The distinct features of one text with their occurrences and weights, in order of first
 * occurrence: open addressing by the features' hashes, which are random already. Features of equal
 * hashes are one feature. Grows with the distinct features of a text and keeps its arrays for the
 * next one.
 */
final class FeatureTable {
  private static final int SMALLEST = 256;

  private int[] slots = new int[SMALLEST];
  private int mask;
  private long[] hashes = new long[SMALLEST / 2];
  private long[] weights = new long[SMALLEST / 2];
  private int[] firsts = new int[SMALLEST / 2];
  private int[] counts = new int[SMALLEST / 2];
  private int size;

  void clear() {
    size = 0;
    useSlots(SMALLEST);
  }

  /** The entry of this hash; a new one if there is none. */
  int entry(long hash, int index) {
    int slot = slot(hash);
    for (int entry; (entry = slots[slot] - 1) >= 0; slot = slot + 1 & mask) {
      if (hashes[entry] == hash) {
        return entry;
      }
    }
    slots[slot] = size + 1;
    hashes[size] = hash;
    firsts[size] = index;
    counts[size] = 0;
    weights[size] = 0;
    int entry = size++;
    if (size == hashes.length) {
      growEntries();
    }
    if (size > mask >> 1) {
      useSlots(Math.multiplyExact(mask + 1, 2));
    }
    return entry;
  }

  /** One more occurrence, which adds its weight. */
  void add(int entry, long weight) {
    counts[entry]++;
    weights[entry] += weight;
  }

  /** One more occurrence, of which the heaviest counts. */
  void max(int entry, long weight) {
    counts[entry]++;
    weights[entry] = Math.max(weights[entry], weight);
  }

  int size() {
    return size;
  }

  long hash(int entry) {
    return hashes[entry];
  }

  long weight(int entry) {
    return weights[entry];
  }

  int count(int entry) {
    return counts[entry];
  }

  /** Index of the first feature with this hash. */
  int first(int entry) {
    return firsts[entry];
  }

  private int slot(long hash) {
    return (int) (hash ^ hash >>> 32) & mask;
  }

  /** Uses the first slots only, whatever an earlier text needed, and puts the entries there. */
  private void useSlots(int number) {
    if (number > slots.length) {
      slots = new int[number];
    } else {
      Arrays.fill(slots, 0, number, 0);
    }
    mask = number - 1;
    for (int entry = 0; entry < size; entry++) {
      int slot = slot(hashes[entry]);
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = entry + 1;
    }
  }

  private void growEntries() {
    int capacity = size + (size >> 1);
    hashes = Arrays.copyOf(hashes, capacity);
    weights = Arrays.copyOf(weights, capacity);
    firsts = Arrays.copyOf(firsts, capacity);
    counts = Arrays.copyOf(counts, capacity);
  }
}
