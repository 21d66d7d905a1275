// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.memory.Growth;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The distinct features of one text with their occurrences and weights, in order of first
 * occurrence. Features of equal hashes are one feature. Grows with the distinct features of a text,
 * and reuses its arrays for the next text.
 *
 * <p>Open addressing by multiply-shift with a secret multiplier (Dietzfelbinger et al. 1997, <a
 * href="https://doi.org/10.1006/jagm.1997.0873">A reliable randomized algorithm for the
 * closest-pair problem</a>). The hashes of features are random, but anyone can compute them:
 * without the secret, an attacker could write a text whose features all collide in one slot.
 */
final class FeatureTable {
  private static final int SMALLEST = 256;

  /** Odd. The order of entries, and so the fingerprint, does not depend on it. */
  private static final long SECRET = new SecureRandom().nextLong() | 1;

  /** Initial bytes of the entries and slots. */
  private static final long FIRST_BYTES =
      (long) SMALLEST * Integer.BYTES + SMALLEST / 2 * (2L * Long.BYTES + 2L * Integer.BYTES);

  private final MemoryAccount memory;
  private int[] slots = new int[SMALLEST];
  private int mask;
  private int shift;
  private long[] hashes = new long[SMALLEST / 2];
  private long[] weights = new long[SMALLEST / 2];
  private int[] firsts = new int[SMALLEST / 2];
  private int[] counts = new int[SMALLEST / 2];
  private int size;

  FeatureTable(MemoryAccount memory) {
    this.memory = memory;
    memory.take(FIRST_BYTES);
  }

  void clear() {
    size = 0;
    useSlots(SMALLEST);
  }

  /** The entry of this hash, created if missing. */
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

  /** Counts an occurrence and adds its weight. */
  void add(int entry, long weight) {
    counts[entry]++;
    weights[entry] += weight;
  }

  /** Counts an occurrence and keeps the greatest weight. */
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
    return (int) ((hash * SECRET) >>> shift);
  }

  /** Rehashes the entries into the first {@code number} slots, whatever an earlier text needed. */
  private void useSlots(int number) {
    if (number > slots.length) {
      slots = Growth.replace(slots, number, memory);
    } else {
      Arrays.fill(slots, 0, number, 0);
    }
    mask = number - 1;
    shift = Long.SIZE - Integer.numberOfTrailingZeros(number);
    for (int entry = 0; entry < size; entry++) {
      int slot = slot(hashes[entry]);
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = entry + 1;
    }
  }

  private void growEntries() {
    hashes = Growth.grow(hashes, size + 1, memory);
    weights = Growth.grow(weights, size + 1, memory);
    firsts = Growth.grow(firsts, size + 1, memory);
    counts = Growth.grow(counts, size + 1, memory);
  }
}
