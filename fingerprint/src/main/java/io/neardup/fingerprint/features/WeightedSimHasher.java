// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;

/**
 * Sums for each of 64 bits the weights of the hashes that have it set, and returns the weighted
 * majority. Weights are whole numbers, so the sums are exact and the order of features makes no
 * difference; with equal weights the result is that of {@link SimHasher}.
 *
 * <p>Features are collected in batches of {@value #BATCH}, fewer if their weights would overflow 32
 * bits. A batch is then summed two bits at a time, in the two 32-bit lanes of a long (the hash's
 * bits i and i+32, multiplied by the weight): 32 plain loops over the batch, which the JIT compiler
 * vectorizes. Weights of 2^32 or more are added bit by bit. No allocation after construction; for
 * one thread.
 */
public final class WeightedSimHasher {
  private static final int BATCH = 128;
  private static final int LANE_BITS = 32;
  private static final long LANE_MAX = 0xFFFF_FFFFL;
  private static final long LANES = 0x0000_0001_0000_0001L;

  private final long[] hashes = new long[BATCH];
  private final long[] weights = new long[BATCH];
  private final long[] sums = new long[Fingerprint.BITS];
  private int pending;
  private long pendingWeight;
  private long total;

  /**
   * Adds the hash of a feature.
   *
   * @param weight 0 or more, in any unit that is the same for all features
   * @throws IllegalArgumentException if it is negative
   * @throws ArithmeticException if the sum of all weights exceeds 2^63 - 1
   */
  public void add(long hash, long weight) {
    if (pending == BATCH || Long.compareUnsigned(weight, LANE_MAX - pendingWeight) > 0) {
      fold();
      if (Long.compareUnsigned(weight, LANE_MAX) > 0) {
        addHeavy(hash, weight);
        return;
      }
    }
    hashes[pending] = hash;
    weights[pending++] = weight;
    pendingWeight += weight;
  }

  /** Prepares for the next text. */
  public void clear() {
    Arrays.fill(sums, 0);
    pending = 0;
    pendingWeight = 0;
    total = 0;
  }

  /** The weight of all hashes added since the start or the last {@link #clear}. */
  public long total() {
    fold();
    return total;
  }

  /** The weight of those hashes that have this bit set; bit 0 is the least significant. */
  public long sum(int bit) {
    fold();
    return sums[bit];
  }

  /** The SimHash: a bit is 1 only where its hashes weigh more than half of all; a tie gives 0. */
  public long fingerprint() {
    return fingerprintWithout(0, 0);
  }

  /** The {@link #fingerprint} without a hash of this weight. */
  long fingerprintWithout(long hash, long weight) {
    fold();
    long fingerprint = 0;
    for (int bit = 0; bit < sums.length; bit++) {
      long sum = sums[bit] - (weight & -(hash >>> bit & 1));
      if (sum > total - weight - sum) {
        fingerprint |= 1L << bit;
      }
    }
    return fingerprint;
  }

  private void addHeavy(long hash, long weight) {
    if (weight < 0) {
      throw new IllegalArgumentException("[weight] must be at least 0, got [" + weight + "]");
    }
    total = Math.addExact(total, weight);
    for (int bit = 0; bit < sums.length; bit++) {
      sums[bit] += weight & -(hash >>> bit & 1);
    }
  }

  private void fold() {
    if (pending == 0) {
      return;
    }
    total = Math.addExact(total, pendingWeight);
    for (int i = 0; i < LANE_BITS; i++) {
      long lanes = lanes(hashes, weights, pending, i);
      sums[i] += lanes & LANE_MAX;
      sums[i + LANE_BITS] += lanes >>> LANE_BITS;
    }
    pending = 0;
    pendingWeight = 0;
  }

  private static long lanes(long[] hashes, long[] weights, int length, int shift) {
    long lanes = 0;
    for (int i = 0; i < length; i++) {
      lanes += (hashes[i] >>> shift & LANES) * weights[i];
    }
    return lanes;
  }
}
