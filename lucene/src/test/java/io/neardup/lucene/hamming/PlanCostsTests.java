// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.LeafMemory;
import java.io.IOException;
import java.util.Arrays;

public class PlanCostsTests extends LeafTestCase {
  /** A step that costs 1, all others nothing, so that a cost is a count. */
  private static PlanCosts count(int step) {
    float[] costs = new float[10];
    costs[step] = 1;
    return new PlanCosts(
        new PlanCosts.Terms(costs[0], costs[1]),
        new PlanCosts.Postings(costs[2], costs[3], costs[4], costs[5]),
        new PlanCosts.Values(1e6f, 0, 1e6f),
        0);
  }

  private static double read(CountingReader leaf, PlanCosts costs, long... queries)
      throws IOException {
    HammingDistanceQuery query =
        new HammingDistanceQuery(
            HashSegmentLayout.FOUR,
            FIELD,
            FingerprintSet.of(queries),
            0,
            MemoryAccount.unbounded(),
            costs);
    return costs.read(
        LeafLookup.of(leaf, Probes.of(query, null), true, new LeafMemory(query.memory())));
  }

  public void testLongListsAreInBlocksButForTheirEnd() throws IOException {
    long[] equal = new long[1000];
    Arrays.fill(equal, 0x0123_4567_89ab_cdefL);
    CountingReader leaf = leaf(equal);
    assertEquals(1, read(leaf, count(1), equal[0]), 0);
    assertEquals(1000 - 128, read(leaf, count(2), equal[0]), 0);
    assertEquals(128, read(leaf, count(3), equal[0]), 0);
    assertEquals(1000, read(leaf, count(4), equal[0]), 0);
  }

  public void testShortListsAreInNoBlock() throws IOException {
    long[] ten = Samples.even(random(), 10);
    long[] indexed = new long[1000];
    Arrays.setAll(indexed, i -> ten[i % 10]);
    CountingReader leaf = leaf(indexed);
    assertEquals(10, read(leaf, count(1), ten), 0);
    assertEquals(0, read(leaf, count(2), ten), 0);
    assertEquals(1000, read(leaf, count(3), ten), 0);
    assertEquals(1000, read(leaf, count(4), ten), 0);
  }
}
