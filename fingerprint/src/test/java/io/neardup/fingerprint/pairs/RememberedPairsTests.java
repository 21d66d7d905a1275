// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

public class RememberedPairsTests {
  private static final int NODES = 1 << 30;

  private int searches;
  private int looks;

  private PairSource counted(List<int[]> pairs) {
    return (wanted, consumer) -> {
      searches++;
      for (int[] pair : pairs) {
        if (wanted.test(pair[0]) && wanted.test(pair[1])) {
          consumer.accept(pair[0], pair[1], pair[2]);
        }
      }
    };
  }

  private static List<List<Integer>> all(PairSource source, int from) {
    List<List<Integer>> told = new ArrayList<>();
    source.forEach(
        node -> node >= from,
        (left, right, distance) -> {
          // The first time, others may come too.
          if (left >= from && right >= from) {
            told.add(List.of(left, right, distance));
          }
        });
    return told;
  }

  private static List<int[]> pairs(int count) {
    return IntStream.range(0, count).mapToObj(i -> new int[] {i, NODES - 2 - i, i % 16}).toList();
  }

  /** Going through what is remembered can be stopped, too. */
  @Test
  public void asksWhetherToStop() {
    assertSearches(1, pairs(200_000), NODES - 1, 200_000);
    // Twice, at each 256th.
    assertEquals(2 * (200_000 / 256 + 1), looks);
  }

  private void assertSearches(int expected, List<int[]> pairs, int nodes, int max) {
    searches = 0;
    looks = 0;
    PairSource remembered =
        new RememberedPairs(counted(pairs), nodes, max, Paged.UNBOUNDED, () -> looks++);
    for (int from : new int[] {3, 0, pairs.size() / 2}) {
      assertEquals(all(counted(pairs), from), all(remembered, from));
      searches--;
    }
    assertEquals(expected, searches);
  }

  @Test
  public void fewPairsAreSearchedForOnce() {
    for (int count : new int[] {0, 1, 10, 200_000}) {
      assertSearches(1, pairs(count), NODES - 1, count);
      assertSearches(1, pairs(count), NODES - 1, 1_000_000);
    }
  }

  @Test
  public void whatDoesNotFitIsSearchedForEachTime() {
    assertSearches(3, pairs(10), NODES - 1, 9);
    assertSearches(3, pairs(200_000), NODES - 1, 199_999);
    assertSearches(3, pairs(10), NODES, 1_000);
    assertSearches(3, List.of(new int[] {0, 1, 3}, new int[] {4, 5, 16}), 9, 1_000);
  }
}
