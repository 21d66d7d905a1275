// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts the places in which two sketches have equal values, sixteen at a time: 32 words, six
 * operations each ({@code SignatureComparisonBenchmark}).
 */
final class EqualValues {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOWEST_BITS = 0x1111_1111_1111_1111L;

  private EqualValues() {}

  static int count(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    int different = 0;
    for (int i = 0; i < FastSimilaritySketch.BYTES; i += Long.BYTES) {
      different += differences(left, leftOffset + i, right, rightOffset + i);
    }
    return FastSimilaritySketch.VALUES - different;
  }

  /** The same of two sketches from their first bytes on; -1 if fewer than a least number are. */
  static int countIfAtLeast(int least, byte[] left, byte[] right) {
    int mayDiffer = FastSimilaritySketch.VALUES - least;
    int different = 0;
    for (int i = 0; i < FastSimilaritySketch.BYTES && different <= mayDiffer; i += Long.BYTES) {
      different += differences(left, i, right, i);
    }
    return different <= mayDiffer ? FastSimilaritySketch.VALUES - different : -1;
  }

  private static int differences(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    return differences((long) WORD.get(left, leftOffset) ^ (long) WORD.get(right, rightOffset));
  }

  /** Number of groups of four bits that are not zero. */
  static int differences(long xor) {
    // The lowest bit of each group gathers all four.
    long x = xor | xor >>> 1;
    x |= x >>> 2;
    return Long.bitCount(x & LOWEST_BITS);
  }
}
