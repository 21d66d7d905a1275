// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads and compares exact sets in their binary form, sorted 32-bit hashes behind one byte. A
 * comparison merges the two, at most 128 steps.
 */
final class ExactSets {
  private static final VarHandle HASH =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private ExactSets() {}

  /** Hash {@code index} of the set that begins, with its first byte, at an offset. */
  static int hash(byte[] bytes, int offset, int index) {
    return (int) HASH.get(bytes, offset + 1 + Integer.BYTES * index);
  }

  static void write(byte[] bytes, int offset, int index, int hash) {
    HASH.set(bytes, offset + 1 + Integer.BYTES * index, hash);
  }

  /** All hashes; answers with their number. */
  static int read(byte[] bytes, int offset, int length, int[] hashes) {
    int count = SignatureFormat.hashes(length);
    for (int i = 0; i < count; i++) {
      hashes[i] = hash(bytes, offset, i);
    }
    return count;
  }

  /** Number of hashes that both have. */
  static int shared(
      byte[] left, int leftOffset, int leftLength, byte[] right, int rightOffset, int rightLength) {
    int leftCount = SignatureFormat.hashes(leftLength);
    int rightCount = SignatureFormat.hashes(rightLength);
    int shared = 0;
    for (int l = 0, r = 0; l < leftCount && r < rightCount; ) {
      int order = Integer.compareUnsigned(hash(left, leftOffset, l), hash(right, rightOffset, r));
      shared += order == 0 ? 1 : 0;
      l += order <= 0 ? 1 : 0;
      r += order >= 0 ? 1 : 0;
    }
    return shared;
  }
}
