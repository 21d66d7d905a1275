// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.HammingBall;
import io.neardup.lucene.field.HashSegmentLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** That lookups miss nothing, by all ways in which differing bits can be spread over the blocks. */
public class RadiiTests extends LuceneTestCase {
  public void testEveryChoiceFindsEveryDifference() {
    for (HashSegmentLayout layout : HashSegmentLayout.values()) {
      for (int distance = 0; distance <= layout.maxLookupDistance(); distance++) {
        List<int[]> differences = differences(layout, distance);
        for (int[] radii : Radii.all(layout, distance)) {
          assertNull(layout + " at " + distance, missed(layout, radii, differences));
        }
      }
    }
  }

  public void testNothingIsLookedUpInVain() {
    for (HashSegmentLayout layout : HashSegmentLayout.values()) {
      for (int distance = 0; distance <= layout.maxLookupDistance(); distance++) {
        List<int[]> differences = differences(layout, distance);
        int[] radii = Radii.any(layout, distance);
        for (int s = 0; s < radii.length; s++) {
          if (radii[s] != Radii.NOT) {
            int[] less = radii.clone();
            less[s]--;
            assertNotNull(layout + " at " + distance, missed(layout, less, differences));
          }
        }
      }
    }
  }

  public void testNumbersOfProbes() {
    assertEquals(
        List.of(1, 2, 3, 4, 20, 36, 52, 68, 188, 308, 428, 548, 1108, 1668, 2228, 2788),
        probes(HashSegmentLayout.FOUR));
    List<Integer> pairs = probes(HashSegmentLayout.FIVE_BY_TWO);
    assertEquals(List.of(1, 2, 4, 10), pairs.subList(0, 4));
    // Keys of 25 bits have a few less than those of 26: 27 and 352.
    int[] most = {3 * 27 + 1, 352 + 2 * 27 + 1, 2 * 352 + 2 * 27, 4 * 352, 10 * 352};
    for (int i = 0; i < most.length; i++) {
      assertEquals(most[i], pairs.get(4 + i), most[i] / 10.0);
      assertTrue(pairs.get(4 + i) < most[i]);
    }
  }

  private static List<Integer> probes(HashSegmentLayout layout) {
    return IntStream.rangeClosed(0, layout.maxLookupDistance())
        .mapToObj(distance -> probes(layout, Radii.any(layout, distance)))
        .toList();
  }

  private static int probes(HashSegmentLayout layout, int[] radii) {
    return IntStream.range(0, radii.length)
        .map(s -> HammingBall.masks(layout.bits(s), radii[s]).length)
        .sum();
  }

  public void testChoices() {
    assertEquals(4, Radii.all(HashSegmentLayout.FOUR, 8).size());
    assertEquals(6, Radii.all(HashSegmentLayout.FOUR, 9).size());
    assertEquals("pairs of keys apart", 15, Radii.all(HashSegmentLayout.FIVE_BY_TWO, 1).size());
    assertEquals("triangles", 10, Radii.all(HashSegmentLayout.FIVE_BY_TWO, 2).size());
    assertEquals(1, Radii.all(HashSegmentLayout.FIVE_BY_TWO, 3).size());
  }

  public void testHotSegmentsAreLeftOut() {
    double[] hotFirst = {100, 2, 3, 4};
    assertArrayEquals(new int[] {-1, 0, -1, -1}, Radii.best(HashSegmentLayout.FOUR, 0, hotFirst));
    assertArrayEquals(new int[] {0, 1, 1, 1}, Radii.best(HashSegmentLayout.FOUR, 6, hotFirst));
    // A value all have in block 1 is in the keys 01, 12, 13, 14; another one in 34.
    double[] postings = {9, 1, 1, 1, 9, 9, 9, 1, 1, 5};
    assertArrayEquals(
        "a triangle without block 1, and the edge left over",
        new int[] {-1, 0, 0, -1, -1, -1, 0, 0, -1, -1},
        Radii.best(HashSegmentLayout.FIVE_BY_TWO, 2, postings));
    double[] missing = {Double.POSITIVE_INFINITY, 1, 1, 1};
    assertArrayEquals(new int[] {-1, 0, 0, 0}, Radii.best(HashSegmentLayout.FOUR, 2, missing));
  }

  /** All numbers of differing bits in the blocks, up to a sum. */
  private static List<int[]> differences(HashSegmentLayout layout, int sum) {
    List<int[]> all = new ArrayList<>();
    spread(new int[layout == HashSegmentLayout.FOUR ? 4 : 5], 0, sum, all);
    return all;
  }

  private static void spread(int[] bits, int block, int left, List<int[]> all) {
    if (block == bits.length) {
      all.add(bits.clone());
      return;
    }
    for (bits[block] = 0; bits[block] <= left; bits[block]++) {
      spread(bits, block + 1, left - bits[block], all);
    }
  }

  private static String missed(HashSegmentLayout layout, int[] radii, List<int[]> differences) {
    return differences.stream()
        .filter(bits -> found(layout, radii, bits) == false)
        .findFirst()
        .map(bits -> Arrays.toString(bits) + " by " + Arrays.toString(radii))
        .orElse(null);
  }

  private static boolean found(HashSegmentLayout layout, int[] radii, int[] bits) {
    int segment = 0;
    boolean found = false;
    for (int high = 0; high < bits.length; high++) {
      if (layout == HashSegmentLayout.FOUR) {
        found |= bits[high] <= radii[high];
        continue;
      }
      for (int low = high + 1; low < bits.length; low++) {
        found |= bits[high] + bits[low] <= radii[segment++];
      }
    }
    return found;
  }
}
