// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/**
 * The different signatures of a run, each with the fingerprint beside it; what no fingerprints go
 * with has 0. When all are there, each gets a code, 64 bits in the order of what they stand for, so
 * that codes are sorted, collapsed and compared as fingerprints are.
 */
public final class SignatureCodes {
  private static final int MAX_BYTES = Long.BYTES + MinHashSignature.MAX_BYTES;

  private final SortedValues values;
  private final BytesRef value = new BytesRef(MAX_BYTES);

  /**
   * @param memory takes the values
   */
  SignatureCodes(MemoryAccount memory) {
    values = new SortedValues(MAX_BYTES, memory);
  }

  /** The number that a fingerprint with this signature has until the codes are made. */
  int add(long fingerprint, BytesRef signature) {
    NumericUtils.longToSortableBytes(fingerprint ^ Long.MIN_VALUE, value.bytes, 0);
    System.arraycopy(signature.bytes, signature.offset, value.bytes, Long.BYTES, signature.length);
    value.length = Long.BYTES + signature.length;
    return values.add(value);
  }

  /** Puts the codes in the place of numbers; nothing is added any more. */
  void encode(LongPages numbers, int size) {
    values.sort();
    for (int i = 0; i < size; i++) {
      numbers.set(i, (long) values.rank((int) numbers.get(i)) << shift());
    }
  }

  /** Codes take the highest bits, as lookups of fingerprints expect it. */
  private int shift() {
    return Long.numberOfLeadingZeros(Math.max(1, values.size()));
  }

  MinHashSignature signature(long code) {
    BytesRef bytes = signature(code, new BytesRef());
    return MinHashSignature.of(bytes.bytes, bytes.offset, bytes.length);
  }

  private BytesRef read(long code, BytesRef into) {
    return values.get((int) (code >>> shift()), into);
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
