// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;

public class SimilarityTests {
  @Test
  public void bounds() {
    Similarity.check(Double.MIN_VALUE);
    Similarity.check(1);
    for (double wrong : new double[] {0, -0.1, 1.0000001, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertEquals(
          "[similarity] must be greater than 0 and at most 1, got [" + wrong + "]",
          assertThrows(IllegalArgumentException.class, () -> Similarity.check(wrong)).getMessage());
    }
  }
}
