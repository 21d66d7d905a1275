// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.Test;

public class FeatureTableTests {
  private static final int MANY = 100_000;

  private static long nanos(IntToLongFunction hash) {
    FeatureTable table = new FeatureTable(MemoryAccount.unbounded());
    table.clear();
    long start = System.nanoTime();
    for (int i = 0; i < MANY; i++) {
      assertEquals("in order of first occurrence", i, table.entry(hash.applyAsLong(i), i));
    }
    long took = System.nanoTime() - start;
    for (int i = 0; i < MANY; i += 999) {
      assertEquals(i, table.entry(hash.applyAsLong(i), MANY));
    }
    assertEquals(MANY, table.size());
    return took;
  }

  /**
   * Whoever writes a text can choose its hashes. Those that share bits, wherever, used to want the
   * same slot, and a text of some megabytes took minutes: here seconds, random ones milliseconds.
   */
  @Test
  public void chosenHashesTakeNoLongerThanRandomOnes() {
    long[] random = new Random(1).longs(MANY).toArray();
    long even = nanos(i -> random[i]) + nanos(i -> ~random[i]);
    long most = 20 * Math.max(even, 20_000_000);
    assertTrue("equal low half of both", nanos(i -> (long) i << 32 | i) < most);
    assertTrue("equal low half", nanos(i -> (long) i << 32) < most);
    assertTrue("equal high half", nanos(i -> i) < most);
    assertTrue("equal bits in the middle", nanos(i -> (long) i << 24) < most);
  }
}
