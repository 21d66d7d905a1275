// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.FingerprintIndex.Shape;
import io.neardup.lucene.Samples;
import java.io.IOException;
import org.apache.lucene.tests.util.LuceneTestCase;

public class HashSegmentHistogramTests extends LuceneTestCase {
  public void testCountsEveryValue() throws IOException {
    long[] indexed = Samples.skewed(random(), atLeast(300));
    indexed[0] = 0;
    indexed[1] = -1;
    try (FingerprintIndex index = new FingerprintIndex(random(), indexed, Shape.STABLE)) {
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        int[] expected = new int[HashSegmentHistogram.VALUES];
        int segment = s;
        // A few documents are written without a fingerprint.
        index.live().forEach(hash -> expected[Fingerprint.segment(hash, segment)]++);
        assertArrayEquals(expected, count(index, FingerprintIndex.FIELD, s));
      }
      assertArrayEquals(new int[HashSegmentHistogram.VALUES], count(index, "nowhere", 0));
    }
  }

  private static int[] count(FingerprintIndex index, String field, int segment) throws IOException {
    int[] counted = new int[HashSegmentHistogram.VALUES];
    int[] distinct = {0, -1};
    HashSegmentHistogram.count(
        index.reader(),
        field,
        segment,
        (value, documents) -> {
          assertTrue("in order", value > distinct[1]);
          counted[value] = documents;
          distinct[0]++;
          distinct[1] = value;
        });
    assertTrue(HashSegmentHistogram.mostValues(index.reader(), field, segment) >= distinct[0]);
    return counted;
  }
}
