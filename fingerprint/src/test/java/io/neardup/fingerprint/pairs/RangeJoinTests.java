// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.junit.Test;

/** Ranges, each joined on its own, find what brute force finds, however often they are split. */
public class RangeJoinTests {
  private static final int N = 700;
  private static final Set<String> SPLIT =
      Set.of("random", "clustered", "hot segment", "all equal");

  private static long[] bruteForce(long[] all, int maxDistance) {
    return Arrays.stream(all)
        .filter(
            left ->
                Arrays.stream(all)
                        .filter(right -> Fingerprint.distance(left, right) <= maxDistance)
                        .count()
                    > 1)
        .sorted()
        .distinct()
        .toArray();
  }

  private static long[] inRanges(long[] all, int maxDistance, int ranges, int capacity) {
    return inRanges(all, maxDistance, BlockRange.cover(maxDistance, ranges), capacity);
  }

  /** All ranges, one after the other, each with so much room. */
  private static long[] inRanges(
      long[] all, int maxDistance, List<BlockRange> ranges, int capacity) {
    Deque<BlockRange> left = new ArrayDeque<>(ranges);
    LongStream.Builder found = LongStream.builder();
    while (left.isEmpty() == false) {
      BlockRange range = left.poll();
      RangeJoin join =
          new RangeJoin(
              range,
              maxDistance,
              1 + capacity / 9,
              capacity,
              MemoryAccount.unbounded(),
              StopCheck.NEVER);
      if (Arrays.stream(all).filter(range::contains).allMatch(join::add)) {
        Arrays.stream(Paged.array(join.touched())).forEach(found::add);
      } else {
        left.addAll(join.split());
      }
    }
    return found.build().sorted().distinct().toArray();
  }

  @Test
  public void halvesFindTheSame() {
    Collections64.all(7, N)
        .forEach(
            (name, all) -> {
              List<BlockRange> ranges = BlockRange.cover(3, 5);
              for (int times = 0; times < 3; times++) {
                ranges = ranges.stream().flatMap(range -> range.halves().stream()).toList();
              }
              assertEquals(8L * BlockRange.cover(3, 5).size(), ranges.size());
              assertArrayEquals(name, bruteForce(all, 3), inRanges(all, 3, ranges, N));
            });
  }

  @Test
  public void oneValueHasNoHalves() {
    BlockRange range = BlockRange.cover(3, 1 << 20).get(0);
    assertEquals(List.of(range), range.halves());
  }

  @Test
  public void findsWhatBruteForceFinds() {
    SplittableRandom random = new SplittableRandom(6);
    Collections64.all(random.nextLong(), N)
        .forEach(
            (name, all) -> {
              for (int distance = 0; distance <= NearPairs.MAX_DISTANCE; distance++) {
                long[] expected = bruteForce(all, distance);
                int ranges = 1 + random.nextInt(20);
                String test = name + " within " + distance;
                assertArrayEquals(test, expected, inRanges(all, distance, ranges, N));
                // With room for less than what agrees in nearly all bits, splits would not end
                // soon.
                if (SPLIT.contains(name)) {
                  assertArrayEquals(test, expected, inRanges(all, distance, ranges, N / 2));
                }
              }
            });
  }

  @Test
  public void firstRangesHoldEachFingerprintOnce() {
    SplittableRandom random = new SplittableRandom(7);
    for (int distance = 0; distance <= NearPairs.MAX_DISTANCE; distance++) {
      List<BlockRange> first =
          BlockRange.cover(distance, 1 + random.nextInt(300)).stream()
              .filter(BlockRange::isFirst)
              .toList();
      assertEquals(1, first.stream().mapToDouble(BlockRange::share).sum(), 1e-9);
      for (int i = 0; i < 100; i++) {
        long fingerprint = random.nextLong();
        List<BlockRange> holding =
            first.stream().filter(range -> range.contains(fingerprint)).toList();
        assertEquals(1, holding.size());
        BlockRange range = holding.get(0);
        assertEquals(fingerprint, range.toPlace(range.toFront(fingerprint)));
      }
    }
  }

  @Test
  public void splitsEndWhereNothingCanBeSplit() {
    BlockRange range = BlockRange.cover(7, 1).get(0);
    int splits = 0;
    while (range.splitAt((range.from() + range.to()) >>> 1, 7).equals(List.of(range)) == false) {
      BlockRange whole = range;
      List<BlockRange> parts = range.splitAt((range.from() + range.to()) >>> 1, 7);
      assertTrue(parts.stream().allMatch(part -> part.share() <= whole.share()));
      range = parts.get(parts.size() - 1);
      splits++;
    }
    assertTrue("a few bits are left: " + range.share(), range.share() <= Math.scalb(1.0, 7 - 64));
    assertTrue(splits < 200);
  }

  @Test
  public void memoryIsTakenAndStopsAreHeeded() {
    long[] taken = {0};
    MemoryAccount memory = new MemoryAccount(bytes -> taken[0] += bytes);
    BlockRange all = BlockRange.cover(0, 1).get(0);
    RangeJoin join = new RangeJoin(all, 0, 100, 20_000, memory, StopCheck.NEVER);
    for (int i = 0; i < 20_000; i++) {
      assertTrue(join.add(i / 2));
    }
    assertEquals(10_000, Paged.array(join.touched()).length);
    assertTrue("at least what is found: " + taken[0], taken[0] >= Long.BYTES * 20_000);
    memory.close();
    assertEquals(0, taken[0]);
    RangeJoin stopped =
        new RangeJoin(
            all,
            0,
            1 << 20,
            1 << 20,
            MemoryAccount.unbounded(),
            () -> {
              throw new CancellationException();
            });
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1 << 20; i++) {
      stopped.add(random.nextLong());
    }
    assertThrows(CancellationException.class, stopped::touched);
  }
}
