// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.Test;

/**
 * What SimHash promises: the expected part of bits that differ is the angle between the two vectors
 * of feature weights, divided by pi (Charikar 2002; Goemans and Williamson 1995). Random hashes,
 * fixed seed; the number of differing bits must lie within 4.5 standard deviations of its binomial
 * distribution, on either side.
 */
public class AngleTests {
  private static final int TEXTS = 300;
  private static final int FEATURES = 501;
  private static final double DEVIATIONS = 4.5;

  private final SplittableRandom random = new SplittableRandom(99);

  @Test
  public void weightedDistanceFollowsTheAngle() {
    for (double shared : new double[] {0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1}) {
      assertAngle(shared, 20, false);
    }
  }

  @Test
  public void unweightedDistanceFollowsTheAngle() {
    for (double shared : new double[] {0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1}) {
      assertAngle(shared, 1, true);
    }
  }

  /**
   * Features that both texts have weigh up to so much more than the others: who forgets the weights
   * finds the texts much farther apart.
   */
  private void assertAngle(double shared, int heavier, boolean unweighted) {
    int differing = 0;
    double expected = 0;
    double variance = 0;
    for (int i = 0; i < TEXTS; i++) {
      Pair pair = new Pair(unweighted);
      for (int f = 0; f < FEATURES; f++) {
        boolean both = random.nextDouble() < shared;
        int weight = unweighted ? 1 : 1 + random.nextInt(both ? 100 * heavier : 100);
        pair.add(weight, both ? weight : 0);
        if (both == false) {
          pair.add(0, unweighted ? 1 : 1 + random.nextInt(100));
        }
      }
      differing += Fingerprint.distance(pair.left(), pair.right());
      double probability = pair.angle() / Math.PI;
      expected += Fingerprint.BITS * probability;
      variance += Fingerprint.BITS * probability * (1 - probability);
    }
    double bound = DEVIATIONS * Math.sqrt(variance);
    String message =
        String.format(
            Locale.ROOT,
            "shared %.2f: %d bits differ, expected %.1f, at most %.1f away",
            shared,
            differing,
            expected,
            bound);
    assertTrue(message, Math.abs(differing - expected) <= bound);
  }

  /** Two texts with random hashes for their features, through either hasher. */
  private final class Pair {
    private final boolean unweighted;
    private final SimHasher[] counted = {new SimHasher(), new SimHasher()};
    private final WeightedSimHasher[] weighted = {new WeightedSimHasher(), new WeightedSimHasher()};
    private double product;
    private double leftSquare;
    private double rightSquare;

    Pair(boolean unweighted) {
      this.unweighted = unweighted;
    }

    void add(int left, int right) {
      long hash = random.nextLong();
      add(0, hash, left);
      add(1, hash, right);
      product += (double) left * right;
      leftSquare += (double) left * left;
      rightSquare += (double) right * right;
    }

    private void add(int text, long hash, int weight) {
      if (unweighted && weight == 1) {
        counted[text].add(hash);
      }
      weighted[text].add(hash, weight);
    }

    long left() {
      return unweighted ? counted[0].fingerprint() : weighted[0].fingerprint();
    }

    long right() {
      return unweighted ? counted[1].fingerprint() : weighted[1].fingerprint();
    }

    double angle() {
      return Math.acos(Math.min(1, product / Math.sqrt(leftSquare * rightSquare)));
    }
  }
}
