// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Test;

/** Sums in lanes against 64 plain ones. */
public class WeightedSimHasherTests {
  /** The greatest weight that fits a lane. */
  private static final long LANE = 0xFFFF_FFFFL;

  private final Random random = new Random(11);

  private record Weighted(long hash, long weight) {}

  @Test
  public void majorityByWeight() {
    // Light ones fill a batch, middling ones overflow 32 bits before, heavy ones do not fit.
    for (long bound : new long[] {1, 1000, 1L << 27, 1L << 31, LANE, LANE + 1, 1L << 40}) {
      for (int count = 0; count < 300; count++) {
        assertSums(random(count, bound));
      }
    }
  }

  @Test
  public void aroundTheLimitsOfLanesAndBatches() {
    for (long weight : new long[] {0, 1, (1L << 25) - 1, 1L << 25, 1L << 31, LANE, LANE + 1}) {
      for (int count : new int[] {1, 2, 3, 127, 128, 129, 256, 257}) {
        List<Weighted> ones = Collections.nCopies(count, new Weighted(-1L, weight));
        assertSums(ones);
        assertEquals(count * weight, hasher(ones).total());
      }
    }
    assertSums(List.of(new Weighted(7, LANE), new Weighted(9, 0), new Weighted(1, LANE - 1)));
  }

  @Test
  public void equalWeightsGiveTheUnweightedFingerprint() {
    for (int count = 0; count < 300; count++) {
      long[] hashes = random.longs(count).toArray();
      SimHasher unweighted = new SimHasher();
      WeightedSimHasher weighted = new WeightedSimHasher();
      long weight = 1L << random.nextInt(20);
      for (long hash : hashes) {
        unweighted.add(hash);
        weighted.add(hash, weight);
      }
      assertEquals(unweighted.fingerprint(), weighted.fingerprint());
    }
  }

  @Test
  public void orderMakesNoDifference() {
    for (int i = 0; i < 100; i++) {
      List<Weighted> features = random(1 + random.nextInt(300), 1L << 28);
      long before = hasher(features).fingerprint();
      Collections.shuffle(features, random);
      assertEquals(before, hasher(features).fingerprint());
    }
  }

  @Test
  public void tieIsZero() {
    assertEquals(
        0b001L,
        hasher(List.of(new Weighted(0b011, 3), new Weighted(0b101, 2), new Weighted(0b101, 1)))
            .fingerprint());
    assertEquals(
        0L, hasher(List.of(new Weighted(5, 1L << 40), new Weighted(~5, 1L << 40))).fingerprint());
    assertEquals(
        5L,
        hasher(List.of(new Weighted(5, (1L << 40) + 1), new Weighted(~5, 1L << 40))).fingerprint());
  }

  @Test
  public void askingInBetweenChangesNothing() {
    List<Weighted> features = random(200, 1L << 28);
    WeightedSimHasher asked = new WeightedSimHasher();
    for (int i = 0; i < features.size(); i++) {
      asked.add(features.get(i).hash, features.get(i).weight);
      assertEquals(hasher(features.subList(0, i + 1)).fingerprint(), asked.fingerprint());
    }
  }

  @Test
  public void withoutOneOfThem() {
    List<Weighted> features = random(70, 1L << 28);
    Weighted last = features.get(69);
    assertEquals(
        hasher(features.subList(0, 69)).fingerprint(),
        hasher(features).fingerprintWithout(last.hash, last.weight));
  }

  @Test
  public void clearStartsAgain() {
    WeightedSimHasher hasher = hasher(random(100, 1L << 33));
    hasher.add(1, 1);
    hasher.clear();
    assertEquals(0, hasher.total());
    hasher.add(6, 1);
    assertEquals(6L, hasher.fingerprint());
    assertEquals(1, hasher.total());
  }

  @Test
  public void weightsHaveBounds() {
    WeightedSimHasher hasher = new WeightedSimHasher();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> hasher.add(1, -1));
    assertEquals("[weight] must be at least 0, got [-1]", e.getMessage());
    hasher.add(1, Long.MAX_VALUE);
    assertEquals(1L, hasher.fingerprint());
    assertThrows(ArithmeticException.class, () -> hasher.add(1, LANE + 1));
    hasher.add(1, 1);
    assertThrows(ArithmeticException.class, hasher::fingerprint);
  }

  private List<Weighted> random(int count, long bound) {
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(i -> new Weighted(random.nextLong(), random.nextLong(bound + 1)))
            .toList());
  }

  private static WeightedSimHasher hasher(List<Weighted> features) {
    WeightedSimHasher hasher = new WeightedSimHasher();
    features.forEach(feature -> hasher.add(feature.hash, feature.weight));
    return hasher;
  }

  private static void assertSums(List<Weighted> features) {
    long[] ones = new long[64];
    long[] zeros = new long[64];
    for (Weighted feature : features) {
      for (int bit = 0; bit < 64; bit++) {
        ((feature.hash >>> bit & 1) == 1 ? ones : zeros)[bit] += feature.weight;
      }
    }
    long majority = 0;
    for (int bit = 0; bit < 64; bit++) {
      majority |= ones[bit] > zeros[bit] ? 1L << bit : 0;
    }
    WeightedSimHasher hasher = hasher(features);
    String message = features.size() + " features";
    assertEquals(message, majority, hasher.fingerprint());
    assertEquals(message, ones[0] + zeros[0], hasher.total());
    assertEquals(
        Arrays.stream(ones).boxed().toList(),
        IntStream.range(0, 64).mapToObj(hasher::sum).toList());
  }
}
