// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.nearest;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Keeps the smallest of the numbers added, and counts all of them. Gathers up to twice the number
 * wanted, then sorts and halves: on average as cheap as a heap, without maintaining an order while
 * there are few.
 */
final class SmallestLongs {
  private static final long BASE_RAM_BYTES =
      RamUsageEstimator.shallowSizeOfInstance(SmallestLongs.class)
          + RamUsageEstimator.NUM_BYTES_ARRAY_HEADER;

  private static final int FIRST_CAPACITY = 4;
  private static final long[] NONE = {};

  private final int size;
  private final LongConsumer growth;
  private long[] documents = NONE;
  private int count;
  private long total;

  /** Numbers from here on are not among the smallest. */
  private long bound = Long.MAX_VALUE;

  private SmallestLongs(int size, LongConsumer growth) {
    this.size = size;
    this.growth = growth;
  }

  static SmallestLongs of(int size, LongConsumer growth) {
    growth.accept(BASE_RAM_BYTES);
    return new SmallestLongs(size, growth);
  }

  void add(long document) {
    total++;
    if (size == 0 || document >= bound) {
      return;
    }
    if (count == documents.length) {
      makeRoom();
    }
    documents[count++] = document;
  }

  private void makeRoom() {
    if (count >= 2L * size) {
      Arrays.sort(documents, 0, count);
      count = size;
      bound = documents[size - 1];
    } else {
      long capacity = Math.min(2L * size, Math.max(FIRST_CAPACITY, 2L * count));
      growth.accept((capacity - count) * Long.BYTES);
      documents = Arrays.copyOf(documents, Math.toIntExact(capacity));
    }
  }

  /** How many were added. */
  long total() {
    return total;
  }

  /** The smallest numbers, ascending. */
  long[] sorted() {
    Arrays.sort(documents, 0, count);
    return Arrays.copyOf(documents, Math.min(count, size));
  }
}
