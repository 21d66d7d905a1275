// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.features.FeatureKind;
import org.junit.Test;

public class WeightsTests {
  @Test
  public void idfIsInPartsOf256() {
    assertEquals(256, Weights.idf(1));
    assertEquals(3005, Weights.idf(11.739204307083542));
    assertEquals(65_280, Weights.idf(255));
    // Halves up: 0.501953125 is 128.5 parts.
    assertEquals(129, Weights.idf(0.501953125));
    assertEquals(128, Weights.idf(0.5019531));
  }

  @Test
  public void boostIsInPartsOf16() {
    assertEquals(16, Weights.boost(1));
    assertEquals(32, Weights.boost(2));
    assertEquals(18, Weights.boost(1.1));
    assertEquals(1024, Weights.boost(64));
  }

  @Test
  public void nothingIsRoundedToNothing() {
    assertEquals(1, Weights.idf(Double.MIN_VALUE));
    assertEquals(1, Weights.boost(0.001));
  }

  @Test
  public void outOfBounds() {
    for (double idf : new double[] {0, -1, 255.001, Double.NaN, Double.POSITIVE_INFINITY}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Weights.idf(idf));
      assertEquals(
          "[idf] must be greater than 0 and at most 255, got [" + idf + "]", e.getMessage());
    }
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Weights.boost(65));
    assertEquals("[boost] must be greater than 0 and at most 64, got [65.0]", e.getMessage());
  }

  @Test
  public void theHeaviestWindowFitsAnInt() {
    int largest = FeatureKind.CHAR_NGRAM.maxSize();
    assertTrue(FeatureKind.SHINGLE.maxSize() <= largest);
    Math.multiplyExact(
        Math.multiplyExact(Weights.idf(Weights.MAX_IDF), largest),
        Weights.boost(Weights.MAX_BOOST));
  }
}
