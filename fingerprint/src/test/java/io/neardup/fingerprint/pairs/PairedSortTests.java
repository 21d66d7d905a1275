// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.Test;

public class PairedSortTests {
  /** Of few values many are equal, so that a sort which is not stable is seen. */
  @Test
  public void orderIsThatOfAStableSortOfUnsignedNumbers() {
    SplittableRandom random = new SplittableRandom(5);
    for (int n : new int[] {0, 1, 2, 300, 20_000}) {
      for (long mask : new long[] {-1, 0xFL, 0xFL << 60, 0, 0xFF00_FF00_0000_0001L}) {
        assertSorted(random.longs(n).map(value -> value & mask).toArray());
      }
    }
  }

  private static void assertSorted(long... values) {
    PairedSort sort = new PairedSort(values.clone(), StopCheck.NEVER);
    sort.sort();
    int[] expected =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparing(i -> values[i], Long::compareUnsigned))
            .mapToInt(Integer::intValue)
            .toArray();
    assertArrayEquals(expected, sort.positions());
    for (int i = 0; i < values.length; i++) {
      assertEquals(values[expected[i]], sort.values()[i]);
    }
  }

  @Test
  public void asksWhetherToStopAllTheTime() {
    int size = 100_000;
    AtomicInteger asked = new AtomicInteger();
    long[] values = new SplittableRandom(6).longs(size).toArray();
    new PairedSort(values, asked::incrementAndGet).sort();
    int passes = 2 * Long.BYTES;
    assertTrue("asked " + asked, asked.get() > passes * (size / 1_000));
  }
}
