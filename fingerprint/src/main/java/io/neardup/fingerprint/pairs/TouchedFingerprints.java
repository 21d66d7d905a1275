// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;

/**
 * Gathers the fingerprints that are near another one, each as often as it is met. Repetitions are
 * removed when there is no room left, so that memory is that of twice the different ones at most. A
 * constant time each, but for sorting now and then. For one thread.
 */
public final class TouchedFingerprints {
  private static final int FIRST_CAPACITY = 1024;

  private final MemoryAccount memory;
  private long[] values = {};
  private int size;

  /** So many are different and sorted. */
  private int sorted;

  /**
   * @param memory takes what is allocated, and is to be closed by its owner
   */
  public TouchedFingerprints(MemoryAccount memory) {
    this.memory = memory;
  }

  /** One more. */
  public void add(long fingerprint) {
    if (size > sorted && values[size - 1] == fingerprint) {
      return;
    }
    if (size == values.length) {
      makeRoom();
    }
    values[size++] = fingerprint;
  }

  /** Some more. */
  public void addAll(long... fingerprints) {
    for (long fingerprint : fingerprints) {
      add(fingerprint);
    }
  }

  /** Adds the different ones to others, in order, and begins anew. */
  void moveTo(TouchedFingerprints others) {
    removeRepetitions();
    for (int i = 0; i < size; i++) {
      others.add(values[i]);
    }
    size = 0;
    sorted = 0;
  }

  private void makeRoom() {
    removeRepetitions();
    if (size >= values.length / 2) {
      int capacity = Math.max(FIRST_CAPACITY, Math.multiplyExact(2, values.length));
      memory.take((long) Long.BYTES * (capacity - values.length));
      values = Arrays.copyOf(values, capacity);
    }
  }

  private void removeRepetitions() {
    if (size == sorted) {
      return;
    }
    Arrays.sort(values, 0, size);
    int last = 0;
    for (int i = 1; i < size; i++) {
      if (values[i] != values[last]) {
        values[++last] = values[i];
      }
    }
    size = last + 1;
    sorted = size;
  }

  /** The different ones, in any order; a copy. */
  public long[] toArray() {
    removeRepetitions();
    memory.take((long) Long.BYTES * size);
    return Arrays.copyOf(values, size);
  }
}
