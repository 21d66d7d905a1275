// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Test;

public class MultiIndexHashingTests {
  private static final int MAX_DISTANCE = 15;

  @Test
  public void masksAreAllValuesWithFewBits() {
    for (int radius = 0; radius <= HammingBall.MAX_RADIUS; radius++) {
      int within = radius;
      int[] expected =
          IntStream.range(0, 1 << 16).filter(mask -> Integer.bitCount(mask) <= within).toArray();
      assertEquals(expected.length, HammingBall.size(16, radius));
      assertEquals(
          Arrays.toString(expected),
          Arrays.toString(Arrays.stream(HammingBall.masks(16, radius)).sorted().toArray()));
    }
    for (int bits : new int[] {25, 26}) {
      for (int radius = 0; radius <= 2; radius++) {
        int within = radius;
        int[] masks = HammingBall.masks(bits, radius);
        assertEquals(HammingBall.size(bits, radius), Arrays.stream(masks).distinct().count());
        assertEquals(masks.length, HammingBall.size(bits, radius));
        assertTrue(
            Arrays.stream(masks)
                .allMatch(mask -> Integer.bitCount(mask) <= within && mask >>> bits == 0));
      }
      assertEquals(1 + bits + bits * (bits - 1) / 2, HammingBall.size(bits, 2));
    }
  }

  @Test
  public void noRadiusHasNoMasks() {
    assertEquals(0, HammingBall.masks(16, -1).length);
    assertEquals(0, HammingBall.size(16, -1));
  }

  @Test
  public void ballsOfAnyRadiusAreCounted() {
    assertEquals(1 + 16 + 120 + 560 + 1820, HammingBall.size(16, 4));
    assertEquals(1 << 16, HammingBall.size(16, 16));
    assertEquals(1 << 16, HammingBall.size(16, 20));
  }

  @Test
  public void everythingNearIsFoundOnce() {
    Random random = new Random(7);
    for (int maxDistance = 0; maxDistance <= MAX_DISTANCE; maxDistance++) {
      for (int i = 0; i < 2000; i++) {
        long difference = bits(random.nextInt(maxDistance + 1), random);
        int max = maxDistance;
        assertEquals(
            1,
            IntStream.range(0, Fingerprint.SEGMENTS)
                .filter(s -> finds(s, difference, max))
                .filter(s -> MultiIndexHashing.isFirst(s, difference, max))
                .count());
      }
    }
  }

  private static boolean finds(int segment, long difference, int maxDistance) {
    return Integer.bitCount(Fingerprint.segment(difference, segment))
        <= MultiIndexHashing.radius(segment, maxDistance);
  }

  private static long bits(int count, Random random) {
    long bits = 0;
    while (Long.bitCount(bits) < count) {
      bits |= 1L << random.nextInt(Long.SIZE);
    }
    return bits;
  }
}
