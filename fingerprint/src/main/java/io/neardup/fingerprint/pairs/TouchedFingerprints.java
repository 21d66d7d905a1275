// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * Gathers the fingerprints that are near another one, each as often as it is met. Repetitions are
 * removed when there is no room left, so that memory is that of three times the different ones at
 * most. A constant time each, but for sorting now and then. For one thread.
 */
public final class TouchedFingerprints {
  private static final int FIRST_CAPACITY = 1024;

  private final MemoryAccount memory;
  private final LongPages values;
  private int size;

  /** So many are different and sorted. */
  private int sorted;

  /**
   * @param memory takes what is allocated, and is to be closed by its owner
   */
  public TouchedFingerprints(MemoryAccount memory) {
    this.memory = memory;
    this.values = new LongPages(0, memory);
  }

  /** One more. */
  public void add(long fingerprint) {
    if (size > sorted && values.get(size - 1) == fingerprint) {
      return;
    }
    if (size == values.size()) {
      makeRoom();
    }
    values.set(size++, fingerprint);
  }

  /** Some more. */
  public void addAll(LongPages fingerprints) {
    for (int i = 0; i < fingerprints.size(); i++) {
      add(fingerprints.get(i));
    }
  }

  /** Adds the different ones to others, in order, and begins anew. */
  void moveTo(TouchedFingerprints others) {
    removeRepetitions();
    for (int i = 0; i < size; i++) {
      others.add(values.get(i));
    }
    size = 0;
    sorted = 0;
  }

  private void makeRoom() {
    removeRepetitions();
    if (size >= values.size() / 2) {
      values.resize(Math.max(FIRST_CAPACITY, Math.multiplyExact(2, values.size())));
    }
  }

  private void removeRepetitions() {
    if (size == sorted) {
      return;
    }
    RadixSort.sort(values, size, memory, new Work(StopCheck.NEVER));
    int last = 0;
    for (int i = 1; i < size; i++) {
      if (values.get(i) != values.get(last)) {
        values.set(++last, values.get(i));
      }
    }
    size = last + 1;
    sorted = size;
  }

  /** The different ones, in any order; nothing can be added any more. */
  public LongPages toPages() {
    removeRepetitions();
    values.resize(size);
    return values;
  }
}
