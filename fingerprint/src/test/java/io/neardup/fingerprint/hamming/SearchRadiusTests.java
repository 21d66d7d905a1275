// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigInteger;
import org.junit.Test;

/** The distance to search within, for a wanted similarity. */
public class SearchRadiusTests {
  @Test
  public void atRecall95() {
    assertEquals(8, SearchRadius.of(0.95, 0.95));
    assertEquals(11, SearchRadius.of(0.9, 0.95));
    assertEquals(13, SearchRadius.of(0.85, 0.95));
    assertEquals(15, SearchRadius.of(0.8, 0.95));
    assertEquals(18, SearchRadius.of(0.7, 0.95));
    assertEquals(0, SearchRadius.of(1, 0.999));
  }

  /** Sums of binomial coefficients, each by itself. */
  @Test
  public void theSmallestThatIsWideEnough() {
    for (double similarity = 0.05; similarity < 1; similarity += 0.05) {
      for (double recall : new double[] {0.01, 0.5, 0.9, 0.95, 0.99, 0.9999}) {
        int radius = SearchRadius.of(similarity, recall);
        assertTrue(within(similarity, radius) >= recall - 1e-12);
        assertTrue(radius == 0 || within(similarity, radius - 1) < recall);
      }
    }
  }

  private static double within(double similarity, int distance) {
    double p = Math.acos(2 * similarity / (1 + similarity)) / Math.PI;
    double sum = 0;
    BigInteger ways = BigInteger.ONE;
    for (int d = 0; d <= distance; d++) {
      sum += ways.doubleValue() * Math.pow(p, d) * Math.pow(1 - p, 64.0 - d);
      ways = ways.multiply(BigInteger.valueOf(64L - d)).divide(BigInteger.valueOf(d + 1L));
    }
    return sum;
  }

  @Test
  public void refusesWhatIsOutOfBounds() {
    assertRefused("[similarity] must be greater than 0 and at most 1, got [0.0]", 0, 0.5);
    assertRefused("[similarity] must be greater than 0 and at most 1, got [NaN]", Double.NaN, 0.5);
    assertRefused("[similarity] must be greater than 0 and at most 1, got [1.5]", 1.5, 0.5);
    assertRefused("[recall] must be greater than 0 and less than 1, got [1.0]", 0.5, 1);
    assertRefused("[recall] must be greater than 0 and less than 1, got [0.0]", 0.5, 0);
  }

  private static void assertRefused(String message, double similarity, double recall) {
    IllegalArgumentException e =
        assertThrows(
            message, IllegalArgumentException.class, () -> SearchRadius.of(similarity, recall));
    assertEquals(message, e.getMessage());
  }
}
