// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.junit.Test;

/** The bit-sliced counters against 64 plain ones. */
public class SimHasherTests {
  private final Random random = new Random(3);

  @Test
  public void majorityOfAnyNumber() {
    for (int count = 0; count <= 300; count++) {
      assertMajority(random.longs(count).toArray());
    }
    // Around the places where another plane of the counters comes into use.
    for (int power = 512; power <= 8192; power *= 2) {
      for (int count = power - 2; count <= power + 2; count++) {
        assertMajority(random.longs(count).toArray());
      }
    }
  }

  @Test
  public void majorityOfUnevenBits() {
    for (int count = 1; count < 200; count++) {
      // Bits that are nearly always, or hardly ever, set: counters run full, or stay empty.
      long[] often = random.longs(count).map(hash -> hash | random.nextLong()).toArray();
      long[] rarely = random.longs(count).map(hash -> hash & random.nextLong()).toArray();
      assertMajority(often);
      assertMajority(rarely);
    }
    long[] all = new long[5000];
    Arrays.fill(all, -1L);
    assertMajority(all);
    Arrays.fill(all, 0, 2500, 0L);
    assertMajority(all);
  }

  private static void assertMajority(long... hashes) {
    assertEquals(hashes.length + " hashes", majority(hashes), hasher(hashes).fingerprint());
  }

  private static long majority(long... hashes) {
    long majority = 0;
    for (int bit = 0; bit < 64; bit++) {
      int sum = 0;
      for (long hash : hashes) {
        sum += (hash >>> bit & 1) == 1 ? 1 : -1;
      }
      if (sum > 0) {
        majority |= 1L << bit;
      }
    }
    return majority;
  }

  @Test
  public void nothingAddedIsZero() {
    assertEquals(0L, new SimHasher().fingerprint());
    assertEquals(0L, new SimHasher().count());
  }

  @Test
  public void oneHashIsItself() {
    assertEquals(0x0123_4567_89ab_cdefL, hasher(0x0123_4567_89ab_cdefL).fingerprint());
  }

  @Test
  public void tieIsZero() {
    // Bits: 0 and 0, 0 and 1, 1 and 0, 1 and 1: only the last has a majority.
    assertEquals(0b0001L, hasher(0b0011L, 0b0101L).fingerprint());
    assertEquals(0L, hasher(5L, ~5L).fingerprint());
    long[] half = new long[16];
    Arrays.fill(half, 0, 8, -1L);
    assertEquals(0L, hasher(half).fingerprint());
    half[8] = 1L;
    // 9 of 16 in the lowest bit.
    assertEquals(1L, hasher(half).fingerprint());
  }

  @Test
  public void orderMakesNoDifference() {
    for (int i = 0; i < 100; i++) {
      Long[] hashes = random.longs(1 + random.nextInt(100)).boxed().toArray(Long[]::new);
      long before = hasher(unbox(hashes)).fingerprint();
      Collections.shuffle(Arrays.asList(hashes), random);
      assertEquals(before, hasher(unbox(hashes)).fingerprint());
    }
  }

  private static long[] unbox(Long... values) {
    return Arrays.stream(values).mapToLong(Long::longValue).toArray();
  }

  @Test
  public void askingInBetweenChangesNothing() {
    for (int count = 1; count < 50; count++) {
      long[] hashes = random.longs(count).toArray();
      SimHasher asked = new SimHasher();
      for (int i = 0; i < count; i++) {
        asked.add(hashes[i]);
        assertEquals(majority(Arrays.copyOf(hashes, i + 1)), asked.fingerprint());
        assertEquals(i + 1, asked.count());
      }
    }
  }

  @Test
  public void clearStartsAgain() {
    // 13: five of them are still waiting in the block.
    SimHasher hasher = hasher(random.longs(13).toArray());
    hasher.clear();
    assertEquals(0L, hasher.count());
    assertEquals(0L, hasher.fingerprint());
    hasher.add(7L);
    assertEquals(7L, hasher.fingerprint());
  }

  private static SimHasher hasher(long... hashes) {
    SimHasher hasher = new SimHasher();
    for (long hash : hashes) {
      hasher.add(hash);
    }
    return hasher;
  }
}
