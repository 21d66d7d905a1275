// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class HashSegmentLayoutTests extends LuceneTestCase {
  private static final long FINGERPRINT = 0x9f3a_5c3b_12ff_00aaL;
  private static final HashSegmentLayout KEYS = HashSegmentLayout.FIVE_BY_TWO;

  /** Most significant first. */
  private static final int[] BLOCKS = {13, 13, 13, 13, 12};

  public void testNames() {
    assertEquals(Optional.of(HashSegmentLayout.FOUR), HashSegmentLayout.of("4"));
    assertEquals(Optional.of(KEYS), HashSegmentLayout.of("5x2"));
    assertEquals(Optional.empty(), HashSegmentLayout.of("5X2"));
    assertEquals("f.s3", HashSegmentLayout.FOUR.field("f", 3));
    assertEquals("f.k9", KEYS.field("f", 9));
  }

  public void testFourSegmentsAreThoseOfTheFingerprint() {
    for (int s = 0; s < 4; s++) {
      assertEquals(16, HashSegmentLayout.FOUR.bits(s));
      for (long fingerprint : new long[] {FINGERPRINT, -1, 0, random().nextLong()}) {
        assertEquals(
            Fingerprint.segment(fingerprint, s), HashSegmentLayout.FOUR.value(fingerprint, s));
        assertEquals(
            Fingerprint.segmentHex(fingerprint, s), HashSegmentLayout.FOUR.hex(fingerprint, s));
      }
    }
  }

  public void testKeysArePairsOfBlocks() {
    assertEquals(10, KEYS.segments());
    for (long fingerprint : new long[] {FINGERPRINT, -1, 0, random().nextLong()}) {
      String bits =
          LongStream.range(0, 64)
              .mapToObj(i -> bit(fingerprint, 63 - i))
              .reduce("", String::concat);
      int key = 0;
      for (int high = 0, from = 0; high < 5; from += BLOCKS[high++]) {
        String first = bits.substring(from, from + BLOCKS[high]);
        for (int low = high + 1, at = from + BLOCKS[high]; low < 5; at += BLOCKS[low++]) {
          String both = first + bits.substring(at, at + BLOCKS[low]);
          assertEquals(both.length(), KEYS.bits(key));
          assertEquals(Integer.parseInt(both, 2), KEYS.value(fingerprint, key));
          assertEquals(
              String.format(Locale.ROOT, "%07x", Integer.parseInt(both, 2)),
              KEYS.hex(fingerprint, key++));
        }
      }
      assertEquals(10, key);
    }
  }

  private static String bit(long fingerprint, long place) {
    return (fingerprint >>> place & 1) == 0 ? "0" : "1";
  }

  public void testExampleOfTheFormatPage() {
    assertEquals(
        List.of(
            "27ce970", "27cfd89", "27ceff0", "13e70aa", "12e1d89", "12e0ff0", "09700aa", "3b12ff0",
            "1d890aa", "0ff00aa"),
        IntStream.range(0, 10).mapToObj(k -> KEYS.hex(FINGERPRINT, k)).toList());
  }

  public void testKeysCarrySevenBitsOfEachBlockThatIsNotTheirs() {
    for (int k = 0; k < 10; k++) {
      int key = k;
      long[] carried =
          LongStream.range(0, 64).filter(bit -> KEYS.rest(1L << bit, key) != 0).toArray();
      assertEquals(21, carried.length);
      Set<Integer> values = new HashSet<>();
      for (long bit : carried) {
        values.add(KEYS.rest(1L << bit, k));
        assertEquals("none of its own", 0, KEYS.value(1L << bit, k));
      }
      assertEquals("each in its place", 21, values.size());
      int[] ofBlock = new int[5];
      Arrays.stream(carried).forEach(bit -> ofBlock[bit < 12 ? 4 : 3 - (int) (bit - 12) / 13]++);
      assertEquals(List.of(0, 0, 7, 7, 7), Arrays.stream(ofBlock).sorted().boxed().toList());
      assertEquals((1 << 21) + 1, KEYS.frequency(-1L, k));
      assertEquals(2, KEYS.frequency(0L, k));
    }
  }
}
