// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class BruteForceTests {
  /** At the distances 0, 1, 1, 3 and 64 from the first lookup. */
  private static final long[] DOCUMENTS = {0, 1, 2, 7, -1};

  private final BruteForce truth = BruteForce.over(DOCUMENTS, new long[] {0, -1});

  @Test
  public void counts() {
    assertEquals(1, truth.count(0, 0));
    assertEquals(3, truth.count(0, 2));
    assertEquals(4, truth.count(0, 63));
    assertEquals(5, truth.count(0, 64));
    assertEquals(1, truth.count(1, 60));
  }

  @Test
  public void finds() {
    assertArrayEquals(new long[] {0, 1, 2, 7}, truth.within(0, 3));
    assertArrayEquals(new long[] {-1, 7}, truth.within(1, 61));
  }

  @Test
  public void ordersTheNearest() {
    assertArrayEquals(new int[] {0, 1, 1, 3}, truth.nearest(0, 4));
    assertArrayEquals(new int[] {0, 1}, truth.nearest(0, 2));
    assertArrayEquals(new int[] {0, 61, 63, 63, 64}, truth.nearest(1, 9));
  }
}
