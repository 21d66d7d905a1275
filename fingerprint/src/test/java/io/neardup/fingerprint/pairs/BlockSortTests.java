// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import io.neardup.fingerprint.memory.LongPages;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import org.junit.Test;

public class BlockSortTests {
  @Test
  public void bitsAreInOrderAndNothingIsLost() {
    SplittableRandom random = new SplittableRandom(2);
    for (int n : new int[] {0, 1, 2, 100, 32_768, 32_769, 200_000}) {
      for (int bits : new int[] {1, 4, 7, 16}) {
        long mask = Collections64.flip(random, 0, bits);
        long[] values = random.longs(n + 10).toArray();
        Long[] expected = Arrays.stream(values).boxed().toArray(Long[]::new);
        Arrays.sort(expected, 3, 3 + n, Comparator.comparingLong(x -> Long.compress(x, mask)));
        LongPages pages = Paged.longs(values);
        new BlockSort(n, Paged.UNBOUNDED, new Work(StopCheck.NEVER)).sort(pages, 3, 3 + n, mask);
        assertArrayEquals(expected, Arrays.stream(Paged.array(pages)).boxed().toArray(Long[]::new));
      }
    }
  }

  @Test
  public void asManyBitsAsHalfOfTheFingerprintsHaveValues() {
    assertEquals(16, Blocks.width(-1L, 3, 10_000_000));
    assertEquals(16, Blocks.width(-1L, 0, 10_000_000));
    assertEquals(9, Blocks.width(-1L, 3, 1_024));
    assertEquals(8, Blocks.width(-1L, 3, 1_023));
    assertEquals(8, Blocks.width(-1L, 7, 10_000_000));
    assertEquals(4, Blocks.width(0xFFFF_FFFFL, 7, 10_000_000));
    assertEquals("too few bits", 0, Blocks.width(0x7FFF_FFFFL, 7, 10_000_000));
  }

  @Test
  public void blocksDoNotOverlap() {
    SplittableRandom random = new SplittableRandom(2);
    for (int maxDistance = 0; maxDistance <= NearPairs.MAX_DISTANCE; maxDistance++) {
      for (int i = 0; i < 100; i++) {
        long bits = ~Collections64.flip(random, 0, random.nextInt(60));
        int width = Blocks.width(bits, maxDistance, random.nextInt(1, 1 << 20));
        long all = 0;
        long fixed = 0;
        for (int block = 0; width > 0 && block <= maxDistance; block++) {
          long mask = Blocks.mask(bits, maxDistance, block, width);
          assertEquals(width, Long.bitCount(mask));
          assertEquals(0, mask & (all | ~bits));
          all |= mask;
          assertEquals(0, Blocks.mask(maxDistance, block) & fixed);
          fixed |= Blocks.mask(maxDistance, block);
        }
      }
    }
  }
}
