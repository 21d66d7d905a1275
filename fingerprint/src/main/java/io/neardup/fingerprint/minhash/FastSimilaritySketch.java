// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.Arrays;

/**
 * The 512 values of a set of 32-bit hashes, two of which are equal in a place with the probability
 * that is the sets' Jaccard similarity: Fast Similarity Sketching (Dahlgaard, Knudsen, Thorup 2017,
 * <a href="https://arxiv.org/abs/1704.04370">arXiv:1704.04370</a>). Every element throws one ball a
 * round into one of 512 bins; a bin keeps the least ball of the first round that reached it. About
 * 3,500 balls fill all bins, however many elements throw them: O(n + 512 log 512).
 *
 * <p>The balls of a round are made in one loop over ints that the compiler vectorizes, and put into
 * the bins in another without branches. Reused for the next set without allocation; for one thread.
 */
final class FastSimilaritySketch {
  /** Number of values. */
  static final int VALUES = 512;

  /** Bits of a value that are kept. */
  static final int VALUE_BITS = 4;

  /** Bytes of all values. */
  static final int BYTES = VALUES * VALUE_BITS / Byte.SIZE;

  /** From this round on, all throw into one bin: round 512 + b into bin b. */
  private static final int AIMED = VALUES;

  /** What one round's balls differ from the next one's by: 2^32 over the golden ratio. */
  private static final int STEP = 0x9E37_79B9;

  /** A ball is the round, 10 bits, and 22 bits of the mixed hash; another 9 bits are its bin. */
  private static final int BALL_BITS = 22;

  private static final int MIXED_SHIFT = Integer.SIZE - BALL_BITS;

  /** No ball. Balls are compared as unsigned numbers: the highest bit is flipped. */
  private static final int EMPTY = Integer.MAX_VALUE;

  private static final int CHUNK = 1024;

  private final int[] bins = new int[VALUES];
  private final int[] mixed = new int[CHUNK];

  /**
   * Bytes that have two values each, the earlier one in the higher bits.
   *
   * @param hashes at least one; repetitions do not matter, and may have been taken out afterwards
   */
  void sketch(int[] hashes, int count, byte[] into, int offset) {
    Arrays.fill(bins, EMPTY);
    int distinct = count;
    int empty = VALUES;
    int due = 0;
    for (int round = 0; round < AIMED && empty > 0; round++) {
      throwAll(hashes, distinct, round);
      // A round fills at most as many bins as there are elements.
      if (--due <= 0) {
        empty = countEmpty();
        due = empty / distinct;
      }
      if (round == Repetitions.SUSPICIOUS_ROUND && empty > 0) {
        distinct = Repetitions.remove(hashes, distinct);
      }
    }
    if (empty > 0) {
      aim(hashes, distinct);
    }
    pack(into, offset);
  }

  private void throwAll(int[] hashes, int count, int round) {
    for (int from = 0; from < count; from += CHUNK) {
      int length = Math.min(CHUNK, count - from);
      // A loop over two arrays at different places would not be vectorized.
      System.arraycopy(hashes, from, mixed, 0, length);
      mixAll(mixed, length, round * STEP);
      put(mixed, length, ball(round, 0), bins);
    }
  }

  /** Chris Wellons' lowbias32, a bijection of 32 bits. */
  private static int mix(int hash) {
    int x = hash;
    x ^= x >>> 16;
    x *= 0x21F0_AAAD;
    x ^= x >>> 15;
    x *= 0xD35A_2D97;
    return x ^ x >>> 15;
  }

  private static void mixAll(int[] hashes, int length, int addend) {
    for (int i = 0; i < length; i++) {
      hashes[i] = mix(hashes[i] + addend);
    }
  }

  private static int ball(int round, int mixed) {
    return (round << BALL_BITS ^ Integer.MIN_VALUE) | mixed >>> MIXED_SHIFT;
  }

  private static void put(int[] mixed, int length, int round, int[] bins) {
    for (int i = 0; i < length; i++) {
      int x = mixed[i];
      int bin = x & bins.length - 1;
      bins[bin] = Math.min(bins[bin], round | x >>> MIXED_SHIFT);
    }
  }

  /** Few elements may leave bins empty, however often they throw. */
  private void aim(int[] hashes, int count) {
    for (int bin = 0; bin < VALUES; bin++) {
      if (bins[bin] == EMPTY) {
        bins[bin] = leastBall(hashes, count, AIMED + bin);
      }
    }
  }

  private static int leastBall(int[] hashes, int count, int round) {
    int least = EMPTY;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, ball(round, mix(hashes[i] + round * STEP)));
    }
    return least;
  }

  private int countEmpty() {
    int filled = 0;
    for (int bin : bins) {
      int difference = bin ^ EMPTY;
      // 1 unless it is 0; a comparison would not be vectorized.
      filled += (difference | -difference) >>> (Integer.SIZE - 1);
    }
    return VALUES - filled;
  }

  private void pack(byte[] into, int offset) {
    for (int i = 0; i < BYTES; i++) {
      into[offset + i] = (byte) (bins[2 * i] << VALUE_BITS | (bins[2 * i + 1] & 0xF));
    }
  }
}
