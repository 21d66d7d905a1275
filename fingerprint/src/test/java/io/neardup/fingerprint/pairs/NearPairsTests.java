// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.LongPages;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.Test;

public class NearPairsTests {
  private static final int MAX = NearPairs.MAX_DISTANCE;

  private static void bruteForce(DistinctFingerprints set, Pairs[] byDistance) {
    for (int i = 0; i < set.size(); i++) {
      for (int j = i + 1; j < set.size(); j++) {
        addUpTo(Fingerprint.distance(set.get(i), set.get(j)), i, j, byDistance);
      }
    }
  }

  private static void addUpTo(int distance, int left, int right, Pairs... byDistance) {
    for (int maxDistance = distance; maxDistance <= MAX; maxDistance++) {
      byDistance[maxDistance].add(left, right);
    }
  }

  /** By the greatest distance. */
  private static Pairs[] pairs() {
    return Stream.generate(Pairs::new).limit(MAX + 1).toArray(Pairs[]::new);
  }

  private static void assertWithin(String name, DistinctFingerprints set) {
    Pairs[] expected = pairs();
    bruteForce(set, expected);
    for (int maxDistance = 0; maxDistance <= MAX; maxDistance++) {
      long[] upTo = expected[maxDistance].sorted();
      assertWithin(name, set, Paged.near(maxDistance), maxDistance, upTo);
      assertWithin(
          name,
          set,
          new NearPairs(maxDistance, Paged.UNBOUNDED, StopCheck.NEVER, 2),
          maxDistance,
          upTo);
    }
  }

  private static void assertWithin(
      String name, DistinctFingerprints set, NearPairs near, int maxDistance, long... expected) {
    String message = name + ", " + set.size() + " up to distance " + maxDistance;
    Pairs found = new Pairs();
    near.within(set, (l, r) -> found.addUnordered(set.indexOf(l), set.indexOf(r)));
    assertArrayEquals(message, expected, found.sorted());

    Pairs byIndex = new Pairs();
    near.source(set)
        .forEach(
            index -> true,
            (l, r, distance) -> {
              assertEquals(message, Fingerprint.distance(set.get(l), set.get(r)), distance);
              byIndex.addUnordered(l, r);
            });
    assertArrayEquals(message + ", by index", expected, byIndex.sorted());
  }

  /** With runs cut to the last as well, so that every branch of the recursion is taken. */
  @Test
  public void pairsWithinASetAreThoseOfBruteForce() {
    for (int n : new int[] {20, 150, 1_200}) {
      for (Map.Entry<String, long[]> data : Collections64.all(n, n).entrySet()) {
        assertWithin(data.getKey(), DistinctFingerprints.of(data.getValue()));
      }
    }
  }

  /** Where nearly all agree in nearly all blocks, recursion alone would take hundreds of times. */
  @Test
  public void denseBallsTakeLittleLongerThanToCompareAllWithAll() {
    long center = new SplittableRandom(9).nextLong();
    DistinctFingerprints ball =
        DistinctFingerprints.of(
            IntStream.range(0, 4_000).mapToLong(i -> center ^ near(i)).toArray());
    long quadratic = (long) ball.size() * ball.size() / 2;
    for (int maxDistance : new int[] {1, 3, 7}) {
      Work work = new Work(StopCheck.NEVER);
      LongPages values = ball.copy(i -> true, Paged.UNBOUNDED);
      BlockSort sort = new BlockSort(values.size(), Paged.UNBOUNDED, work);
      new WithinJoin(values, maxDistance, 16, work, sort, (left, right) -> {}).run();
      assertTrue(work.done() + " for " + quadratic, work.done() < 20 * quadratic);
    }
  }

  /** Two bits, different for each. */
  private static long near(int i) {
    return 1L << (i % 64) | 1L << (i / 64);
  }

  /** So many that blocks are sorted in two passes; brute force over a sample. */
  @Test
  public void manyWithAHotSegment() {
    SplittableRandom random = new SplittableRandom(8);
    long[] fingerprints = Collections64.clustered(random, 300_000);
    for (int i = 0; i < fingerprints.length; i += 2) {
      fingerprints[i] = (fingerprints[i] & ~0xFFFF_0000L) | 0xBEEF_0000L;
    }
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
    int step = set.size() / 200;
    Pairs found = new Pairs();
    Paged.near(3)
        .within(
            set,
            (l, r) -> {
              addOfSample(found, set.indexOf(l), set.indexOf(r), step);
              addOfSample(found, set.indexOf(r), set.indexOf(l), step);
            });
    Pairs expected = new Pairs();
    for (int i = 0; i < set.size(); i += step) {
      for (int j = 0; j < set.size(); j++) {
        if (i != j && Fingerprint.distance(set.get(i), set.get(j)) <= 3) {
          expected.add(i, j);
        }
      }
    }
    assertTrue(expected.size() > 100);
    assertArrayEquals(expected.sorted(), found.sorted());
  }

  private static void addOfSample(Pairs pairs, int left, int right, int step) {
    if (left % step == 0) {
      pairs.add(left, right);
    }
  }

  @Test
  public void noneOneAndTwo() {
    DistinctFingerprints none = DistinctFingerprints.of();
    DistinctFingerprints one = DistinctFingerprints.of(-1);
    DistinctFingerprints two = DistinctFingerprints.of(-1, 0);
    DistinctFingerprints near = DistinctFingerprints.of(Long.MIN_VALUE, 0, 0);
    DistinctFingerprints many = DistinctFingerprints.of(Collections64.all(1, 900).get("clustered"));
    for (DistinctFingerprints left : List.of(none, one, two, near, many)) {
      assertWithin("few", left);
    }
  }

  @Test
  public void setsAreAsTheyWere() {
    long[] fingerprints = Collections64.all(5, 2_000).get("hot segment");
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints.clone());
    DistinctFingerprints same = DistinctFingerprints.of(fingerprints.clone());
    Paged.near(3).within(set, (left, right) -> {});
    assertArrayEquals(copy(same), copy(set));
  }

  @Test
  public void upToDistanceThreeBlocksAreSegments() {
    for (int maxDistance = 0; maxDistance <= Fingerprint.MAX_LOOKUP_DISTANCE; maxDistance++) {
      for (int block = 0; block <= maxDistance; block++) {
        assertEquals(
            Fingerprint.segment(0x0123_4567_89AB_CDEFL, block),
            NearPairs.block(0x0123_4567_89AB_CDEFL, maxDistance, block));
      }
    }
  }

  @Test
  public void pairsByIndexAmongThoseThatAreWanted() {
    DistinctFingerprints set =
        DistinctFingerprints.of(Collections64.all(7, 3_000).get("clustered"));
    PairSource source = Paged.near(4).source(set);
    Pairs all = new Pairs();
    source.forEach(
        index -> true,
        (left, right, distance) -> {
          assertEquals(Fingerprint.distance(set.get(left), set.get(right)), distance);
          all.addUnordered(left, right);
        });
    Pairs[] expected = pairs();
    bruteForce(set, expected);
    assertArrayEquals(expected[4].sorted(), all.sorted());

    Pairs odd = new Pairs();
    source.forEach(index -> index % 2 == 1, (left, right, d) -> odd.addUnordered(left, right));
    long[] expectedOdd =
        Arrays.stream(all.sorted()).filter(pair -> (pair & pair >> 32 & 1) == 1).toArray();
    assertTrue(expectedOdd.length > 10);
    assertArrayEquals(expectedOdd, odd.sorted());
  }

  /** Stopped at twenty of the looks, which come in all phases. */
  @Test
  public void stopsWhenAsked() {
    DistinctFingerprints set =
        DistinctFingerprints.of(new SplittableRandom(1).longs(500_000).toArray());
    int[] looks = new int[1];
    new NearPairs(3, Paged.UNBOUNDED, () -> looks[0]++).within(set, (left, right) -> {});
    // 500,000 by 4 blocks of 65,536 values: 7.6 million pairs, and 4 million fingerprints sorted.
    assertTrue(looks[0] + " looks", looks[0] > 500 && looks[0] < 6_000);
    Set<Integer> stopped = new LinkedHashSet<>();
    int step = looks[0] / 20;
    for (int look = 1; look <= looks[0]; look += step) {
      NearPairs within = new NearPairs(3, Paged.UNBOUNDED, stopAt(look, stopped));
      assertThrows(CancellationException.class, () -> within.within(set, (left, right) -> {}));
    }
    assertEquals((looks[0] + step - 1) / step, stopped.size());
    LongPages equal = Paged.longs(new long[3_000_000]);
    StopCheck stop = stopAt(2, stopped);
    assertThrows(
        CancellationException.class, () -> DistinctFingerprints.of(equal, Paged.UNBOUNDED, stop));
  }

  private static long[] copy(DistinctFingerprints set) {
    return Paged.array(set.copy(i -> true, Paged.UNBOUNDED));
  }

  private static StopCheck stopAt(int look, Set<Integer> stopped) {
    int[] seen = new int[1];
    return () -> {
      if (++seen[0] == look) {
        stopped.add(look);
        throw new CancellationException();
      }
    };
  }

  @Test
  public void distancesThatAreNone() {
    for (int wrong : new int[] {-1, 12}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> Paged.near(wrong));
      assertEquals("[max_distance] must be between 0 and 11, got [" + wrong + "]", e.getMessage());
    }
  }
}
