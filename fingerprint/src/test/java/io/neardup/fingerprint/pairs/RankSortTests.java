// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.Test;

public class RankSortTests {
  private final Random random = new Random(7);

  private long[][] keys(int nodes, int keyCount, long... values) {
    long[][] keys = new long[nodes][keyCount];
    for (long[] of : keys) {
      for (int key = 0; key < keyCount; key++) {
        of[key] = values.length == 0 ? random.nextLong() : values[random.nextInt(values.length)];
      }
    }
    return keys;
  }

  private static int[] expected(long[][] keys) {
    Comparator<long[]> order =
        (one, other) ->
            IntStream.range(0, one.length)
                .map(key -> Long.compare(one[key], other[key]))
                .filter(compared -> compared != 0)
                .findFirst()
                .orElse(0);
    int[] ranks = new int[keys.length];
    List<Integer> sorted =
        IntStream.range(0, keys.length)
            .boxed()
            .sorted((one, other) -> order.compare(keys[one], keys[other]))
            .toList();
    for (int i = 1; i < keys.length; i++) {
      boolean equal = order.compare(keys[sorted.get(i - 1)], keys[sorted.get(i)]) == 0;
      ranks[sorted.get(i)] = ranks[sorted.get(i - 1)] + (equal ? 0 : 1);
    }
    return ranks;
  }

  private static void assertRanks(long[][] keys, int keyCount) {
    assertArrayEquals(
        expected(keys),
        Paged.array(
            RankSort.ranks(
                keys.length,
                keyCount,
                key -> node -> keys[node][key],
                Paged.UNBOUNDED,
                StopCheck.NEVER)));
  }

  @Test
  public void ranksAreThoseOfASortByComparison() {
    for (int nodes : new int[] {0, 1, 2, 300, 5_000}) {
      for (int keyCount = 0; keyCount <= 3; keyCount++) {
        assertRanks(keys(nodes, keyCount), keyCount);
        assertRanks(keys(nodes, keyCount, -1, 0, 1, 256), keyCount);
        assertRanks(keys(nodes, keyCount, Long.MIN_VALUE, 0, Long.MAX_VALUE), keyCount);
        assertRanks(keys(nodes, keyCount, 42), keyCount);
      }
    }
  }

  @Test
  public void anOrderByKeysPutsGivenOnesFirst() {
    long[] keys = {3, 1, 2};
    ReplayOrder order =
        ReplayOrder.byKeys(
            Paged.bits(3, 0),
            keys.length,
            1,
            key -> node -> keys[node],
            Paged.UNBOUNDED,
            StopCheck.NEVER);
    assertEquals(List.of(0, 1, 2), sorted(order));
    order =
        ReplayOrder.byKeys(
            Paged.bits(3),
            keys.length,
            1,
            key -> node -> keys[node],
            Paged.UNBOUNDED,
            StopCheck.NEVER);
    assertEquals(List.of(1, 2, 0), sorted(order));
  }

  private static List<Integer> sorted(ReplayOrder order) {
    return IntStream.range(0, order.size())
        .boxed()
        .sorted((one, other) -> one.equals(other) ? 0 : order.precedes(one, other) ? -1 : 1)
        .toList();
  }

  @Test
  public void stopsWhenAsked() {
    StopCheck stop =
        () -> {
          throw new CancellationException();
        };
    assertThrows(
        CancellationException.class,
        () -> RankSort.ranks(9, 1, key -> node -> node, Paged.UNBOUNDED, stop));
  }
}
