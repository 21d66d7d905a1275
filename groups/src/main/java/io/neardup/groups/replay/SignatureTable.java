// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.MSBRadixSorter;
import org.apache.lucene.util.NumericUtils;
import org.opensearch.common.util.BigArrays;
import org.opensearch.common.util.BytesRefHash;

/**
 * The different signatures of a run, each with the fingerprint beside it; what no fingerprints go
 * with has 0. When all are there, each gets a code, 64 bits in the order of what they stand for, so
 * that codes are sorted, collapsed and compared as fingerprints are.
 */
public final class SignatureTable {
  /** What a value takes beside its bytes, roughly: its place, its hash, and its number. */
  private static final int BYTES = 40;

  private final MemoryAccount memory;
  private final BytesRefHash values = new BytesRefHash(1, BigArrays.NON_RECYCLING_INSTANCE);
  private final BytesRef value = new BytesRef(Long.BYTES + MinHashSignature.MAX_BYTES);

  /** The numbers in the order of the values; null as long as more are added. */
  private IntPages sorted;

  /**
   * @param memory takes the values
   */
  SignatureTable(MemoryAccount memory) {
    this.memory = memory;
  }

  /** The number that a fingerprint with this signature has until the codes are made. */
  int add(long fingerprint, BytesRef signature) {
    NumericUtils.longToSortableBytes(fingerprint ^ Long.MIN_VALUE, value.bytes, 0);
    System.arraycopy(signature.bytes, signature.offset, value.bytes, Long.BYTES, signature.length);
    value.length = Long.BYTES + signature.length;
    long added = values.add(value);
    if (added >= 0) {
      memory.take(BYTES + value.length);
    }
    return Math.toIntExact(added < 0 ? -1 - added : added);
  }

  /** Puts the codes in the place of numbers; nothing is added any more. */
  void encode(LongPages numbers, int size) {
    int count = size();
    sorted = IntPages.range(count, memory);
    new Sorter().sort(0, count);
    IntPages ranks = new IntPages(count, memory);
    for (int rank = 0; rank < count; rank++) {
      ranks.set(sorted.get(rank), rank);
    }
    for (int i = 0; i < size; i++) {
      numbers.set(i, (long) ranks.get((int) numbers.get(i)) << shift());
    }
    ranks.release();
  }

  private int size() {
    return Math.toIntExact(values.size());
  }

  /** By the bytes of the values. */
  private final class Sorter extends MSBRadixSorter {
    private final BytesRef scratch = new BytesRef();

    Sorter() {
      super(Long.BYTES + MinHashSignature.MAX_BYTES);
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

  /** Codes take the highest bits, as lookups of fingerprints expect it. */
  private int shift() {
    return Long.numberOfLeadingZeros(Math.max(1, size()));
  }

  MinHashSignature signature(long code) {
    BytesRef bytes = signature(code, new BytesRef());
    return MinHashSignature.of(bytes.bytes, bytes.offset, bytes.length);
  }

  private BytesRef read(long code, BytesRef into) {
    return values.get(sorted.get((int) (code >>> shift())), into);
  }

  long fingerprint(long code, BytesRef scratch) {
    BytesRef read = read(code, scratch);
    return NumericUtils.sortableBytesToLong(read.bytes, read.offset) ^ Long.MIN_VALUE;
  }

  /** The bytes themselves, not to be changed; valid until the scratch is used again. */
  BytesRef signature(long code, BytesRef scratch) {
    BytesRef read = read(code, scratch);
    read.offset += Long.BYTES;
    read.length -= Long.BYTES;
    return read;
  }
}
