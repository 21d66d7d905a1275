// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.MSBRadixSorter;
import org.opensearch.common.util.BigArrays;
import org.opensearch.common.util.BytesRefHash;

/** Different values of bytes, numbered as they come, and ranked when all are there. */
final class SortedValues {
  /** What a value takes beside its bytes, roughly: its place, its hash, its number and rank. */
  private static final int BYTES = 44;

  private final int maxLength;
  private final MemoryAccount memory;
  private final BytesRefHash values = new BytesRefHash(1, BigArrays.NON_RECYCLING_INSTANCE);

  /** The numbers in the order of the values; null as long as more are added. */
  private IntPages sorted;

  /** By number. */
  private IntPages ranks;

  /**
   * @param maxLength bytes of a value at most
   * @param memory takes the values
   */
  SortedValues(int maxLength, MemoryAccount memory) {
    this.maxLength = maxLength;
    this.memory = memory;
  }

  /** The number of a value. */
  int add(BytesRef value) {
    long added = values.add(value);
    if (added >= 0) {
      memory.take(BYTES + value.length);
    }
    return Math.toIntExact(added < 0 ? -1 - added : added);
  }

  int size() {
    return Math.toIntExact(values.size());
  }

  /** Ranks them; nothing is added any more. */
  void sort() {
    sorted = IntPages.range(size(), MemoryAccount.unbounded());
    new Sorter(maxLength).sort(0, size());
    ranks = new IntPages(size(), MemoryAccount.unbounded());
    for (int rank = 0; rank < size(); rank++) {
      ranks.set(sorted.get(rank), rank);
    }
  }

  /** The rank of a number. */
  int rank(int number) {
    return ranks.get(number);
  }

  /** The value of a rank, not to be changed; valid until the scratch is used again. */
  BytesRef get(int rank, BytesRef scratch) {
    return values.get(sorted.get(rank), scratch);
  }

  /** By the bytes of the values. */
  private final class Sorter extends MSBRadixSorter {
    private final BytesRef scratch = new BytesRef();

    Sorter(int maxLength) {
      super(maxLength);
    }

    @Override
    protected int byteAt(int i, int k) {
      values.get(sorted.get(i), scratch);
      return k < scratch.length ? scratch.bytes[scratch.offset + k] & 0xFF : -1;
    }

    @Override
    protected void swap(int i, int j) {
      int number = sorted.get(i);
      sorted.set(i, sorted.get(j));
      sorted.set(j, number);
    }
  }
}
