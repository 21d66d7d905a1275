// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import java.util.Arrays;

/**
 * Counts for each of 64 bits the hashes that have it set, and returns the majority: the SimHash
 * (Charikar 2002, doi:10.1145/509907.509965).
 *
 * <p>The 64 counters are kept bit-sliced: {@code planes[i]} holds bit i of all of them. Eight
 * hashes are folded at a time by carry-save adders (Harley and Seal, in Warren, Hacker's Delight,
 * 2nd ed., 5-1), about five word operations a hash instead of 64 additions. No allocation after
 * construction; for one thread.
 */
public final class SimHasher {
  private static final int BLOCK = 8;

  /** Enough for 2^32 hashes. */
  private final long[] planes = new long[32];

  private final long[] block = new long[BLOCK];
  private int pending;
  private long count;

  /** Adds the hash of a feature, with weight one. */
  public void add(long hash) {
    block[pending++] = hash;
    count++;
    if (pending == BLOCK) {
      fold();
    }
  }

  /** Number of hashes added since the start or the last {@link #clear}. */
  public long count() {
    return count;
  }

  /** Prepares for the next text. */
  public void clear() {
    Arrays.fill(planes, 0);
    pending = 0;
    count = 0;
  }

  /**
   * The SimHash: a bit is 1 only where more than half of the hashes have it set, so a tie gives 0.
   * The order in which hashes were added makes no difference.
   */
  public long fingerprint() {
    for (int i = 0; i < pending; i++) {
      ripple(block[i], 0);
    }
    pending = 0;
    return greaterThan(count >>> 1);
  }

  private void fold() {
    long ones = planes[0];
    long twos = planes[1];
    long fours = planes[2];
    long sum;

    sum = ones ^ block[0];
    long twosA = carry(ones, block[0], block[1]);
    ones = sum ^ block[1];
    sum = ones ^ block[2];
    long twosB = carry(ones, block[2], block[3]);
    ones = sum ^ block[3];
    long foursA = carry(twos, twosA, twosB);
    twos = twos ^ twosA ^ twosB;

    sum = ones ^ block[4];
    twosA = carry(ones, block[4], block[5]);
    ones = sum ^ block[5];
    sum = ones ^ block[6];
    twosB = carry(ones, block[6], block[7]);
    ones = sum ^ block[7];
    long foursB = carry(twos, twosA, twosB);
    twos = twos ^ twosA ^ twosB;

    long eights = carry(fours, foursA, foursB);
    planes[0] = ones;
    planes[1] = twos;
    planes[2] = fours ^ foursA ^ foursB;
    ripple(eights, 3);
    pending = 0;
  }

  /** The carry of a full adder over 64 lanes: set where at least two of the three are. */
  private static long carry(long a, long b, long c) {
    return (a & b) | ((a ^ b) & c);
  }

  private void ripple(long carry, int plane) {
    for (int i = plane; carry != 0; i++) {
      long before = planes[i];
      planes[i] = before ^ carry;
      carry &= before;
    }
  }

  /** Which of the 64 counters exceed the bound, compared from the highest plane down. */
  private long greaterThan(long bound) {
    long greater = 0;
    long equal = -1L;
    for (int i = planes.length - 1; i >= 0; i--) {
      long boundBit = -((bound >>> i) & 1);
      greater |= equal & planes[i] & ~boundBit;
      equal &= ~(planes[i] ^ boundBit);
    }
    return greater;
  }
}
