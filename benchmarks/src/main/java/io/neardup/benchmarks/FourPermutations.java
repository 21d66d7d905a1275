// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * All pairs up to distance 3 as seomoz/simhash-cpp finds them ({@code find_all} with four blocks):
 * each block in turn is rotated to the front of all fingerprints, these are sorted, and each is
 * compared with the following ones as long as the front is equal. Pairs that agree in several
 * blocks are found several times; the original collects them in a set.
 */
final class FourPermutations {
  private static final int BLOCK_BITS = 16;
  private static final int MAX_DISTANCE = 3;

  private FourPermutations() {}

  /** Sums {@code pair} over all pairs found. */
  static long findAll(long[] fingerprints, LongBinaryOperator pair) {
    long[] permuted = new long[fingerprints.length];
    long sum = 0;
    for (int rotated = 0; rotated < Long.SIZE; rotated += BLOCK_BITS) {
      for (int i = 0; i < permuted.length; i++) {
        permuted[i] = Long.rotateLeft(fingerprints[i], rotated);
      }
      Arrays.sort(permuted);
      sum += walk(permuted, rotated, pair);
    }
    return sum;
  }

  private static long walk(long[] sorted, int rotated, LongBinaryOperator pair) {
    long sum = 0;
    for (int i = 0; i < sorted.length; i++) {
      long front = sorted[i] >>> (Long.SIZE - BLOCK_BITS);
      for (int j = i + 1; j < sorted.length; j++) {
        if (sorted[j] >>> (Long.SIZE - BLOCK_BITS) != front) {
          break;
        }
        if (Long.bitCount(sorted[i] ^ sorted[j]) <= MAX_DISTANCE) {
          sum +=
              pair.applyAsLong(
                  Long.rotateRight(sorted[i], rotated), Long.rotateRight(sorted[j], rotated));
        }
      }
    }
    return sum;
  }
}
