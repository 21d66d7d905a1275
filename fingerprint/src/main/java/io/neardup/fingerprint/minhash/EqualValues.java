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
      long x = (long) WORD.get(left, leftOffset + i) ^ (long) WORD.get(right, rightOffset + i);
      // The lowest bit of each group of four gathers all four.
      x |= x >>> 1;
      x |= x >>> 2;
      different += Long.bitCount(x & LOWEST_BITS);
    }
    return FastSimilaritySketch.VALUES - different;
  }
}
