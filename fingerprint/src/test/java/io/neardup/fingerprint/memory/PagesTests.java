// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.Test;

public class PagesTests {
  private static final int PAGE = 1 << 15;

  /** Arrays of half a region of G1, which is 512 KB at least, are those that it treats as large. */
  @Test
  public void noPageIsALargeObject() {
    LongPages pages = new LongPages(1_000_000, MemoryAccount.unbounded());
    for (int i = 0; i < pages.size(); i++) {
      assertTrue(pages.page(i).length <= PAGE);
    }
  }

  @Test
  public void numbersAreThoseOfAnArray() {
    SplittableRandom random = new SplittableRandom(11);
    for (int size : new int[] {0, 1, 100, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 7}) {
      long[] array = random.longs(size).toArray();
      LongPages longs = LongPages.of(MemoryAccount.unbounded(), array);
      IntPages ints = new IntPages(size, MemoryAccount.unbounded());
      for (int i = 0; i < size; i++) {
        ints.set(i, Long.hashCode(array[i]));
      }
      longs.grow(size + 1);
      ints.grow(size + 1);
      assertTrue(longs.size() > size && ints.size() > size);
      for (int i = 0; i < size; i++) {
        assertEquals(array[i], longs.get(i));
        assertEquals(Long.hashCode(array[i]), ints.get(i));
      }
      assertEquals(0, longs.get(size));
      longs.resize(size);
      LongPages copy = new LongPages(size + PAGE, MemoryAccount.unbounded());
      longs.copyTo(copy, size / 3, size / 2, size - size / 3);
      for (int i = size / 3; i < size; i++) {
        assertEquals(array[i], copy.get(i - size / 3 + size / 2));
      }
    }
  }

  @Test
  public void pagesAreOneAfterTheOther() {
    LongPages pages = new LongPages(2 * PAGE + 5, MemoryAccount.unbounded());
    int[] ends = {PAGE, 2 * PAGE, 2 * PAGE + 5};
    int from = 3;
    for (int end : ends) {
      assertEquals(end, LongPages.end(from, pages.size()));
      from = end;
    }
    assertEquals(Integer.MAX_VALUE, LongPages.end(Integer.MAX_VALUE - 1, Integer.MAX_VALUE));
  }

  @Test
  public void memoryIsTakenAndGivenBack() {
    long[] taken = new long[1];
    MemoryAccount memory = new MemoryAccount(bytes -> taken[0] += bytes);
    LongPages longs = new LongPages(100_000, memory);
    IntPages ints = new IntPages(100_000, memory);
    assertEquals(1_200_000, memory.taken());
    longs.resize(50_000);
    assertEquals(800_000, memory.taken());
    longs.release();
    ints.release();
    assertEquals(0, memory.taken());
  }

  @Test
  public void bitsAreThoseOfABitSet() {
    SplittableRandom random = new SplittableRandom(12);
    for (int size : new int[] {0, 1, 63, 64, 65, 64 * PAGE + 100}) {
      BitSet expected = new BitSet();
      Bits bits = new Bits(size, MemoryAccount.unbounded());
      for (int i = 0; i < size; i += 1 + random.nextInt(200)) {
        expected.set(i);
        bits.set(i);
      }
      for (int i = 0; i < size; i += 1 + random.nextInt(300)) {
        expected.clear(i);
        bits.clear(i);
      }
      assertEquals(expected.cardinality(), bits.cardinality());
      assertArrayEquals(expected.stream().toArray(), members(bits));
      bits.setAll();
      assertEquals(size, bits.cardinality());
      assertEquals(-1, bits.nextSetBit(size));
    }
  }

  private static int[] members(Bits bits) {
    int[] members = new int[bits.cardinality()];
    int at = 0;
    for (int bit = bits.nextSetBit(0); bit >= 0; bit = bits.nextSetBit(bit + 1)) {
      assertTrue(bits.get(bit));
      members[at++] = bit;
    }
    return members;
  }
}
