// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.FingerprintValues;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Leaves of several runs of doc values, of which some have few matches and some have many. */
public class ScanIteratorTests extends LeafTestCase {
  private static final int RUN = FingerprintValues.MAX_RUN;

  private void assertScanned(long[] indexed, long query, int maxDistance) throws IOException {
    LeafSearch search =
        plan(leaf(indexed), query(PlanCosts.SCAN, maxDistance, query)).search(Long.MAX_VALUE);
    DocIdSetIterator found = search.iterator();
    for (int doc = 0; doc < indexed.length; doc++) {
      int distance = Fingerprint.distance(indexed[doc], query);
      if (distance <= maxDistance) {
        assertEquals(doc, found.nextDoc());
        assertEquals(distance, search.distance().getAsInt());
      }
    }
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, found.nextDoc());
  }

  public void testManyMatches() throws IOException {
    assertScanned(Samples.even(random(), 3 * RUN + random().nextInt(RUN)), random().nextLong(), 32);
  }

  public void testAllMatch() throws IOException {
    assertScanned(Samples.even(random(), 2 * RUN + 1), random().nextLong(), Fingerprint.BITS);
  }

  public void testFewMatches() throws IOException {
    long[] indexed = Samples.even(random(), 3 * RUN + random().nextInt(RUN));
    for (int i = 0; i < 10; i++) {
      indexed[random().nextInt(indexed.length)] = 0;
    }
    // At the very edge, in the first and the last place.
    indexed[0] = 0b1111;
    indexed[indexed.length - 1] = 0b1111;
    assertScanned(indexed, 0, 4);
  }

  public void testFewAndManyInTurns() throws IOException {
    long[] indexed = Samples.even(random(), 6 * RUN);
    for (int i = 0; i < indexed.length; i++) {
      boolean near = i / RUN % 2 == 0 ? random().nextBoolean() : rarely();
      indexed[i] = near ? indexed[i] & 0xFF : indexed[i] | 0xFFFF_FFFF_FFFF_0000L;
    }
    assertScanned(indexed, 0, 8);
  }
}
