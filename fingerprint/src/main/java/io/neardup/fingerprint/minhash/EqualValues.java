// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Counts the places in which two sketches have equal values, sixteen at a time: 32 words, six
 * operations each.
 */
final class EqualValues {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long LOWEST_BITS = 0x1111_1111_1111_1111L;

  /** Words between which it is not asked whether to give up. */
  private static final int AT_ONCE = 4;

  private EqualValues() {}

  static int count(byte[] left, int leftOffset, byte[] right, int rightOffset) {
    int different = 0;
    for (int i = 0; i < FastSimilaritySketch.BYTES; i += Long.BYTES) {
      different += differences(left, leftOffset + i, right, rightOffset + i);
    }
    return FastSimilaritySketch.VALUES - different;
  }

  /** A sketch to be compared often. */
  static long[] words(byte... sketch) {
    long[] words = new long[FastSimilaritySketch.BYTES / Long.BYTES];
    Arrays.setAll(words, i -> (long) WORD.get(sketch, i * Long.BYTES));
    return words;
  }

  /** The same of two sketches; -1 if fewer than a least number are. */
  static int countIfAtLeast(int least, long[] left, long[] right) {
    int mayDiffer = FastSimilaritySketch.VALUES - least;
    int different = 0;
    for (int i = 0; i < left.length && different <= mayDiffer; i += AT_ONCE) {
      different +=
          differences(left[i] ^ right[i])
              + differences(left[i + 1] ^ right[i + 1])
              + differences(left[i + 2] ^ right[i + 2])
              + differences(left[i + 3] ^ right[i + 3]);
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
