// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.minhash.MinHashSignature;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.NumericUtils;

/**
 * The different signatures of a run, each with the fingerprint beside it; what no fingerprints go
 * with has 0. When all are there, each gets a code, 64 bits in the order of what they stand for, so
 * that codes are sorted, collapsed and compared as fingerprints are.
 */
public final class SignatureTable {
  /** With the length, and what is left of blocks. */
  private static final int BYTES = Long.BYTES + MinHashSignature.MAX_BYTES + 8;

  /** All lie in two gigabytes. */
  private static final int MAX_SIGNATURES = Integer.MAX_VALUE / BYTES;

  private static final int FIRST_BLOCK = 1 << 16;

  private final BytesRefHash values = new BytesRefHash();
  private final BytesRef value = new BytesRef(Long.BYTES + MinHashSignature.MAX_BYTES);

  /** The numbers in the order of the values; null as long as more are added. */
  private int[] sorted;

  /**
   * Refuses more than there is room for.
   *
   * @throws IllegalArgumentException (HTTP 400) saying how many are too many
   */
  public static void check(long signatures) {
    if (isTooMany(signatures)) {
      throw new IllegalArgumentException(
          "groups by signatures take at most ["
              + MAX_SIGNATURES
              + "] documents, got ["
              + signatures
              + "]: narrow [query]");
    }
  }

  /** Whether so many are refused. */
  public static boolean isTooMany(long signatures) {
    return signatures > MAX_SIGNATURES;
  }

  /** Bytes allocated for so many, if they are all different. */
  static long bytes(long signatures) {
    // The hash has up to four places for each, and is copied while it grows; then it is sorted.
    long numbers = (1L + 4 + 2 + 2) * Integer.BYTES;
    return FIRST_BLOCK + signatures * (BYTES + numbers);
  }

  /** The number that a fingerprint with this signature has until the codes are made. */
  int add(long fingerprint, BytesRef signature) {
    NumericUtils.longToSortableBytes(fingerprint ^ Long.MIN_VALUE, value.bytes, 0);
    System.arraycopy(signature.bytes, signature.offset, value.bytes, Long.BYTES, signature.length);
    value.length = Long.BYTES + signature.length;
    int added = values.add(value);
    return added < 0 ? -1 - added : added;
  }

  /** Puts the codes in the place of numbers; nothing is added any more. */
  void encode(long[] numbers, int size) {
    int count = values.size();
    sorted = values.sort();
    int[] ranks = new int[count];
    for (int rank = 0; rank < count; rank++) {
      ranks[sorted[rank]] = rank;
    }
    for (int i = 0; i < size; i++) {
      numbers[i] = (long) ranks[(int) numbers[i]] << shift();
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
    return values.get(sorted[(int) (code >>> shift())], into);
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
