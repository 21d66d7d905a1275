// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.Test;

/** Documents that share a key, found range by range, are those that grouping by key finds. */
public class EqualKeyJoinTests {
  private record Entry(long key, long document) {}

  private final SplittableRandom random = new SplittableRandom(8);

  private List<Entry> entries(int documents, int perDocument, int distinctKeys) {
    long[] keys = random.longs(distinctKeys).toArray();
    keys[0] = 0;
    List<Entry> entries = new ArrayList<>();
    for (int document = 0; document < documents; document++) {
      for (int i = 0; i < perDocument; i++) {
        // Half of all have one of a few keys.
        int some = random.nextBoolean() ? Math.min(3, distinctKeys) : distinctKeys;
        entries.add(new Entry(keys[random.nextInt(some)], (long) document << 32 | document));
      }
    }
    return entries;
  }

  private static long[] byGrouping(List<Entry> entries) {
    Map<Long, List<Long>> byKey = new HashMap<>();
    entries.forEach(
        entry -> byKey.computeIfAbsent(entry.key, key -> new ArrayList<>()).add(entry.document));
    return byKey.values().stream()
        .filter(documents -> documents.size() > 1)
        .flatMapToLong(documents -> documents.stream().mapToLong(Long::longValue))
        .sorted()
        .distinct()
        .toArray();
  }

  private static long[] inRanges(List<Entry> entries, int ranges, long most) {
    Deque<BlockRange> left = new ArrayDeque<>(BlockRange.cover(0, ranges));
    LongStream.Builder found = LongStream.builder();
    while (left.isEmpty() == false) {
      BlockRange range = left.poll();
      EqualKeyJoin join = new EqualKeyJoin(range, 1, most, MemoryAccount.unbounded());
      if (entries.stream()
          .filter(entry -> range.contains(entry.key))
          .allMatch(entry -> join.add(entry.key, entry.document))) {
        LongStream.of(Paged.array(join.found())).forEach(found);
      } else {
        left.addAll(join.split());
      }
    }
    return found.build().sorted().distinct().toArray();
  }

  @Test
  public void findsWhatGroupingFinds() {
    for (int distinct : new int[] {1, 50, 5_000, 100_000}) {
      List<Entry> entries = entries(3_000, 4, distinct);
      long[] expected = byGrouping(entries);
      assertTrue(expected.length > 0);
      assertArrayEquals(expected, inRanges(entries, 1 + random.nextInt(9), Long.MAX_VALUE));
      // In tables of 1,024 slots ranges are split.
      assertArrayEquals(expected, inRanges(entries, 1 + random.nextInt(3), 0));
    }
  }

  @Test
  public void keysThatHardlyDifferAreSplitToo() {
    List<Entry> entries =
        IntStream.range(0, 5_000).mapToObj(i -> new Entry(i / 2 + (1L << 40), i)).toList();
    assertEquals(5_000, inRanges(entries, 1, 0).length);
  }

  @Test
  public void memoryIsTaken() {
    long[] taken = {0};
    MemoryAccount memory = new MemoryAccount(bytes -> taken[0] += bytes);
    BlockRange all = BlockRange.cover(0, 1).get(0);
    EqualKeyJoin join = new EqualKeyJoin(all, 1, 1 << 20, memory);
    int fitted = 0;
    while (join.add(random.nextLong(), fitted)) {
      fitted++;
    }
    assertEquals((1 << 20) / 16 * 3 / 4, fitted);
    assertFalse("nothing more fits", join.add(random.nextLong(), 1));
    assertTrue("what it was allowed: " + taken[0], taken[0] >= 1 << 20);
    assertTrue("and little more: " + taken[0], taken[0] <= (1 << 20) + (1 << 18));
    long[] expecting = {0};
    MemoryAccount other = new MemoryAccount(bytes -> expecting[0] += bytes);
    new EqualKeyJoin(all, fitted, Long.MAX_VALUE, other);
    assertTrue(expecting[0] <= fitted * (long) EqualKeyJoin.MAX_BYTES);
    memory.close();
    assertEquals(0, taken[0]);
  }
}
