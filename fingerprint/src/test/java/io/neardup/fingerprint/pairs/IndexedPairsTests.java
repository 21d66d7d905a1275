// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public class IndexedPairsTests {
  /** Fingerprints that begin with their index, so that each has an entry of the directory. */
  private static final DistinctFingerprints SET =
      DistinctFingerprints.of(0, 1L << 62, 1L << 63, 3L << 62);

  /** Fewer than are told at a time, as many, and more. */
  @Test
  public void eachPairIsToldOnceInItsOrder() {
    for (int pairs : new int[] {0, 1, 63, 64, 65, 200}) {
      List<String> told = new ArrayList<>();
      List<String> expected = new ArrayList<>();
      IndexedPairs indexed =
          new IndexedPairs(
              SET, (left, right, distance) -> told.add(left + " " + right + " " + distance));
      for (int i = 0; i < pairs; i++) {
        int left = i % 4;
        int right = (i + 1 + i / 4 % 3) % 4;
        expected.add(left + " " + right + " " + Integer.bitCount(left ^ right));
        indexed.accept(SET.get(left), SET.get(right));
      }
      indexed.flush();
      assertEquals(expected, told);
    }
  }
}
