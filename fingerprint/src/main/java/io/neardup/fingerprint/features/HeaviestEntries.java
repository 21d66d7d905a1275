// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.memory.Growth;
import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * Selects the heaviest entries of a {@link FeatureTable}; ties go by their bytes, compared as
 * unsigned. Keeps them in a heap with the first to drop on top. Allocates nothing once it is large
 * enough.
 */
final class HeaviestEntries {
  private final FeatureTable table;
  private final TextFeatures features;
  private final Units units;
  private final MemoryAccount memory;
  private int[] heap = {};
  private int size;

  HeaviestEntries(FeatureTable table, TextFeatures features, Units units, MemoryAccount memory) {
    this.table = table;
    this.features = features;
    this.units = units;
    this.memory = memory;
  }

  /** Selects {@code limit} entries, or all if there are fewer, in no particular order. */
  void choose(int limit) {
    size = Math.min(limit, table.size());
    if (size > heap.length) {
      heap = Growth.replace(heap, size, memory);
    }
    for (int entry = 0; entry < size; entry++) {
      heap[entry] = entry;
    }
    if (size == table.size() || size == 0) {
      return;
    }
    heapify();
    for (int entry = size; entry < table.size(); entry++) {
      units.checkAfter(entry);
      if (heavier(entry, heap[0])) {
        heap[0] = entry;
        siftDown(0);
      }
    }
  }

  /** Sorts the selected entries, heaviest first. */
  void sort() {
    heapify();
    int all = size;
    while (size > 1) {
      units.checkAfter(--size);
      int lightest = heap[0];
      heap[0] = heap[size];
      heap[size] = lightest;
      siftDown(0);
    }
    size = all;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return heap[index];
  }

  private boolean heavier(int left, int right) {
    int byWeight = Long.compare(table.weight(left), table.weight(right));
    return byWeight == 0
        ? features.compareBytes(table.first(left), table.first(right)) < 0
        : byWeight > 0;
  }

  private void heapify() {
    for (int parent = size / 2 - 1; parent >= 0; parent--) {
      units.checkAfter(parent);
      siftDown(parent);
    }
  }

  private void siftDown(int top) {
    int parent = top;
    int moved = heap[parent];
    for (int child; (child = 2 * parent + 1) < size; parent = child) {
      if (child + 1 < size && heavier(heap[child], heap[child + 1])) {
        child++;
      }
      if (heavier(moved, heap[child]) == false) {
        break;
      }
      heap[parent] = heap[child];
    }
    heap[parent] = moved;
  }
}
