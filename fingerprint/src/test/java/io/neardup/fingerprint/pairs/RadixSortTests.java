// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.LongPages;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.Test;

public class RadixSortTests {
  /** Of few values many are equal, so that a sort which is not stable is seen. */
  @Test
  public void orderIsThatOfAStableSortOfUnsignedNumbers() {
    SplittableRandom random = new SplittableRandom(5);
    for (int n : new int[] {0, 1, 2, 24, 25, 300, 20_000, 100_000}) {
      for (long mask : new long[] {-1, 0xFL, 0xFL << 60, 0, 0xFF00_FF00_0000_0001L}) {
        assertSorted(random.longs(n).map(value -> value & mask).toArray());
      }
    }
  }

  private static void assertSorted(long... values) {
    LongPages sorted = Paged.longs(values);
    IntPages positions = IntPages.range(values.length, Paged.UNBOUNDED);
    RadixSort.sort(sorted, positions, Paged.UNBOUNDED, new Work(StopCheck.NEVER));
    LongPages alone = Paged.longs(values);
    RadixSort.sort(alone, values.length, Paged.UNBOUNDED, new Work(StopCheck.NEVER));
    int[] expected =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparing(i -> values[i], Long::compareUnsigned))
            .mapToInt(Integer::intValue)
            .toArray();
    assertArrayEquals(expected, Paged.array(positions));
    for (int i = 0; i < values.length; i++) {
      assertEquals(values[expected[i]], sorted.get(i));
      assertEquals(values[expected[i]], alone.get(i));
    }
  }

  @Test
  public void asksWhetherToStopAllTheTime() {
    int size = 100_000;
    AtomicInteger asked = new AtomicInteger();
    long[] values = new SplittableRandom(6).longs(size).toArray();
    IntPages positions = IntPages.range(size, Paged.UNBOUNDED);
    RadixSort.sort(
        Paged.longs(values), positions, Paged.UNBOUNDED, new Work(asked::incrementAndGet));
    assertTrue("asked " + asked, asked.get() > 200);
  }
}
