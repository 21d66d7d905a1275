// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What a Jaccard distance carries besides, and that it is ordered by similarity first. */
public class JaccardDistanceTests extends LuceneTestCase {
  public void testCarriesEstimateAndNumbers() {
    for (int i = 0; i < 1000; i++) {
      JaccardEstimate estimate =
          JaccardEstimate.of(random().nextInt(65) / 64.0, random().nextBoolean());
      OtherNumbers numbers = new OtherNumbers(random().nextInt(65), random().nextInt(65));
      long distance = JaccardDistance.encode(estimate, numbers);
      assertEquals(estimate.jaccard(), JaccardDistance.decode(distance).jaccard(), 1e-9);
      assertEquals(estimate.exact(), JaccardDistance.decode(distance).exact());
      assertEquals(numbers, JaccardDistance.numbers(distance));
    }
  }

  public void testSimilarityCountsMost() {
    long nearer = JaccardDistance.encode(JaccardEstimate.of(0.5, false), new OtherNumbers(64, 64));
    long farther = JaccardDistance.encode(JaccardEstimate.of(0.499, true), OtherNumbers.NONE);
    assertTrue(nearer < farther);
    assertTrue(
        JaccardDistance.encode(JaccardEstimate.of(0.5, true), OtherNumbers.NONE)
            < JaccardDistance.encode(JaccardEstimate.of(0.5, true), new OtherNumbers(1, 0)));
  }
}
