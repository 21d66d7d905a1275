// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.Test;

public class StarsTests {
  private final Random random = new Random(15);

  private record Pair(int left, int right, int distance) {
    Pair turned() {
      return new Pair(/* left= */ right, /* right= */ left, distance);
    }
  }

  /** Another order each time, and either one first. */
  private PairSource shuffled(List<Pair> pairs) {
    return (wanted, consumer) -> {
      Collections.shuffle(pairs, random);
      for (Pair pair : pairs) {
        if (wanted.test(pair.left) && wanted.test(pair.right)) {
          Pair told = random.nextBoolean() ? pair.turned() : pair;
          consumer.accept(told.left, told.right, told.distance);
        }
      }
    };
  }

  /** The canonical of each by the sequential replay; its own index for a canonical. */
  private static int[] replay(ReplayOrder order, List<Pair> pairs) {
    int n = order.size();
    List<List<Pair>> of =
        IntStream.range(0, n).<List<Pair>>mapToObj(i -> new ArrayList<>()).toList();
    for (Pair pair : pairs) {
      of.get(pair.left).add(pair);
      of.get(pair.right).add(pair.turned());
    }
    int[] canonicals = new int[n];
    Arrays.fill(canonicals, -1);
    IntStream.range(0, n)
        .boxed()
        .sorted((left, right) -> left.equals(right) ? 0 : order.precedes(left, right) ? -1 : 1)
        .forEach(node -> canonicals[node] = meet(node, order, of.get(node), canonicals));
    return canonicals;
  }

  private static int meet(int node, ReplayOrder order, List<Pair> neighbors, int[] canonicals) {
    Pair best = null;
    for (Pair pair : neighbors) {
      boolean canonical = canonicals[pair.right] == pair.right;
      if (order.isGiven(node) == false
          && canonical
          && (best == null || isBetter(order, pair, best))) {
        best = pair;
      }
    }
    return best == null ? node : best.right;
  }

  private static boolean isBetter(ReplayOrder order, Pair pair, Pair best) {
    return pair.distance == best.distance
        ? order.precedes(pair.right, best.right)
        : pair.distance < best.distance;
  }

  private void assertReplay(String name, ReplayOrder order, List<Pair> pairs) {
    // Many rounds; few, and so one by one; and one by one with little memory.
    int[][] limits = {{1_000_000, 0}, {4, 1_000_000}, {1, 1_000_000}, {2, 17}, {1, 1}, {1, 0}};
    int[] expected = replay(order, pairs);
    for (int[] limit : limits) {
      Stars stars =
          Stars.replay(
              order, shuffled(pairs), Paged.UNBOUNDED, StopCheck.NEVER, limit[0], limit[1]);
      String message = name + " " + Arrays.toString(limit);
      assertArrayEquals(
          message, expected, IntStream.range(0, order.size()).map(stars::canonicalOf).toArray());
      for (Pair pair : pairs) {
        assertDistance(stars, pair.left, pair.right, pair.distance);
        assertDistance(stars, pair.right, pair.left, pair.distance);
      }
    }
  }

  private static void assertDistance(Stars stars, int node, int other, int distance) {
    assertEquals(stars.canonicalOf(node) == node, stars.isCanonical(node));
    if (stars.isCanonical(node)) {
      assertEquals(0, stars.distanceOf(node));
    } else if (stars.canonicalOf(node) == other) {
      assertEquals(distance, stars.distanceOf(node));
    }
  }

  private List<Pair> randomPairs(int nodes, int count) {
    BitSet seen = new BitSet();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int left = random.nextInt(nodes);
      int right = random.nextInt(nodes);
      int key = Math.min(left, right) * nodes + Math.max(left, right);
      if (left != right && seen.get(key) == false) {
        seen.set(key);
        pairs.add(new Pair(left, right, random.nextInt(8)));
      }
    }
    return pairs;
  }

  private int[] permutation(int n) {
    List<Integer> ranks = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(ranks, random);
    return ranks.stream().mapToInt(Integer::intValue).toArray();
  }

  private Bits some(int n, int share) {
    Bits some = Paged.bits(n);
    IntStream.range(0, n).filter(i -> random.nextInt(share) == 0).forEach(some::set);
    return some;
  }

  @Test
  public void starsAreThoseOfTheSequentialReplay() {
    for (int nodes : new int[] {1, 2, 5, 30, 300}) {
      for (int perNode : new int[] {0, 1, 3, 20}) {
        List<Pair> pairs = randomPairs(nodes, perNode * nodes);
        assertReplay("random", Paged.order(permutation(nodes)), pairs);
        assertReplay("equal ranks", Paged.order(new int[nodes]), pairs);
        int[] extreme = IntStream.range(0, nodes).map(i -> random.nextInt()).toArray();
        assertReplay("any ranks", Paged.order(extreme), pairs);
        ReplayOrder after = Paged.order(some(nodes, 4), permutation(nodes));
        assertReplay("some given", after, pairs);
      }
    }
    assertReplay("none", Paged.order(), List.of());
  }

  /** Each waits for the one before: in rounds that is one node a round, or few. */
  @Test
  public void chainsOfRanks() {
    int n = 400;
    for (int reach : new int[] {1, 2, 7}) {
      List<Pair> chain = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j <= Math.min(n - 1, i + reach); j++) {
          chain.add(new Pair(i, j, 1 + (i + j) % 3));
        }
      }
      int[] up = IntStream.range(0, n).toArray();
      int[] down = IntStream.range(0, n).map(i -> n - i).toArray();
      int[] zigzag = IntStream.range(0, n).map(i -> i % 2 == 0 ? i : -i).toArray();
      assertReplay("up", Paged.order(up), chain);
      assertReplay("down", Paged.order(down), chain);
      assertReplay("zigzag", Paged.order(zigzag), chain);
    }
  }

  @Test
  public void hubsBeforeAndBehindTheirNeighbors() {
    int n = 300;
    List<Pair> hub = new ArrayList<>();
    for (int i = 1; i < n; i++) {
      hub.add(new Pair(0, i, 1 + i % 3));
      hub.add(new Pair(i, 1 + i % (n - 1), 2));
    }
    int[] first = IntStream.range(0, n).toArray();
    int[] last = IntStream.range(0, n).map(i -> i == 0 ? n : i).toArray();
    assertReplay("first", Paged.order(first), hub);
    assertReplay("last", Paged.order(last), hub);
  }

  /** By the public door, which must end on any chain, on pairs that are searched for each time. */
  @Test
  public void fingerprintsOfAllKinds() {
    for (Map.Entry<String, long[]> data : Collections64.all(9, 800).entrySet()) {
      DistinctFingerprints set = DistinctFingerprints.of(data.getValue());
      for (int maxDistance : new int[] {1, 3, 7}) {
        List<Pair> pairs = bruteForce(set, maxDistance);
        PairSource source = Paged.near(maxDistance).source(set);
        ReplayOrder order = Paged.order(some(set.size(), 9), permutation(set.size()));
        Stars stars = Stars.replay(order, source, Paged.UNBOUNDED, StopCheck.NEVER);
        assertArrayEquals(
            data.getKey(),
            replay(order, pairs),
            IntStream.range(0, set.size()).map(stars::canonicalOf).toArray());
      }
    }
  }

  private static List<Pair> bruteForce(DistinctFingerprints set, int maxDistance) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < set.size(); i++) {
      for (int j = i + 1; j < set.size(); j++) {
        int distance = Fingerprint.distance(set.get(i), set.get(j));
        if (distance <= maxDistance) {
          pairs.add(new Pair(i, j, distance));
        }
      }
    }
    return pairs;
  }

  /** Members are near their canonical, and canonicals far from each other. */
  @Test
  public void guarantee() {
    long[] fingerprints = Collections64.clustered(new SplittableRandom(3), 3_000);
    DistinctFingerprints set = DistinctFingerprints.of(fingerprints);
    ReplayOrder order = Paged.order(permutation(set.size()));
    PairSource source = Paged.near(3).source(set);
    Stars stars = Stars.replay(order, source, Paged.UNBOUNDED, StopCheck.NEVER);
    int[] members = new int[set.size()];
    for (int node = 0; node < set.size(); node++) {
      int canonical = stars.canonicalOf(node);
      members[canonical]++;
      assertTrue(stars.isCanonical(canonical));
      int distance = Fingerprint.distance(set.get(node), set.get(canonical));
      assertEquals(distance, stars.distanceOf(node));
      assertTrue(distance <= 3);
    }
    assertTrue(Arrays.stream(members).max().getAsInt() > 10);
    for (Pair pair : bruteForce(set, 3)) {
      assertFalse(stars.isCanonical(pair.left) && stars.isCanonical(pair.right));
    }
  }

  /** First the old ones, then the new ones against their canonicals: the same as all at once. */
  @Test
  public void newAgainstOldEqualsAllWithTheOldFirst() {
    long[] all = Collections64.clustered(new SplittableRandom(4), 2_000);
    long[] old = Arrays.copyOf(all, 1_200);
    NearPairs near = Paged.near(3);
    DistinctFingerprints allSet = DistinctFingerprints.of(all.clone());
    ReplayOrder allOrder = Paged.order(firstPositions(allSet, all));
    Stars together = Stars.replay(allOrder, near.source(allSet), Paged.UNBOUNDED, StopCheck.NEVER);

    DistinctFingerprints oldSet = DistinctFingerprints.of(old.clone());
    ReplayOrder oldOrder = Paged.order(firstPositions(oldSet, old));
    Stars before = Stars.replay(oldOrder, near.source(oldSet), Paged.UNBOUNDED, StopCheck.NEVER);
    // Old canonicals, and what is new.
    long[] then =
        IntStream.range(0, all.length)
            .filter(i -> i >= old.length || isFirst(before, oldSet, old, i))
            .mapToLong(i -> all[i])
            .toArray();
    DistinctFingerprints thenSet = DistinctFingerprints.of(then.clone());
    Bits given = Paged.bits(thenSet.size());
    IntStream.range(0, oldSet.size())
        .filter(before::isCanonical)
        .forEach(node -> given.set(thenSet.indexOf(oldSet.get(node))));
    ReplayOrder thenOrder = Paged.order(given, firstPositions(thenSet, then));
    Stars after = Stars.replay(thenOrder, near.source(thenSet), Paged.UNBOUNDED, StopCheck.NEVER);
    for (int i = old.length; i < all.length; i++) {
      // An old duplicate that comes again had fewer canonicals before it.
      if (oldSet.indexOf(all[i]) < 0) {
        assertEquals(
            allSet.get(together.canonicalOf(allSet.indexOf(all[i]))),
            thenSet.get(after.canonicalOf(thenSet.indexOf(all[i]))));
      }
    }
  }

  private static boolean isFirst(Stars stars, DistinctFingerprints set, long[] old, int i) {
    return stars.isCanonical(set.indexOf(old[i]));
  }

  /** Documents with equal fingerprints too, each with what {@code near_dup} would have chosen. */
  @Test
  public void documentsOfOneFingerprintMayHaveMoreThanOneCanonical() {
    // 0 is near 2 and 3, which are not near each other, and 3 is nearer, but comes after it.
    long[] documents = {0b1100_0000, 0, 0b0000_0001, 0};
    DistinctFingerprints set = DistinctFingerprints.of(documents.clone());
    int[] ranks = firstPositions(set, documents);
    ReplayOrder order = Paged.order(ranks);
    PairSource source = Paged.near(2).source(set);
    Stars stars = Stars.replay(order, source, Paged.UNBOUNDED, StopCheck.NEVER);
    int twice = set.indexOf(0);
    assertEquals(0b1100_0000, set.get(stars.canonicalOf(twice)));
    List<String> near = new ArrayList<>();
    stars.forEachNearCanonical(
        (canonical, node, distance) ->
            near.add(set.get(canonical) + " of " + set.get(node) + " at " + distance));
    Collections.sort(near);
    assertEquals(List.of("1 of 0 at 1", "192 of 0 at 2"), near);
    int nearer = set.indexOf(1);
    assertTrue(order.prefers(nearer, 1, stars.canonicalOf(twice), 2));
  }

  /** The rank of each fingerprint, if documents come in the order of their positions. */
  private static int[] firstPositions(DistinctFingerprints set, long... documents) {
    int[] positions = new int[set.size()];
    for (int i = documents.length - 1; i >= 0; i--) {
      positions[set.indexOf(documents[i])] = i;
    }
    return positions;
  }

  @Test
  public void stopsWhenAsked() {
    int n = 100;
    List<Pair> chain = new ArrayList<>();
    IntStream.range(1, n).forEach(i -> chain.add(new Pair(i - 1, i, 1)));
    ReplayOrder order = Paged.order(IntStream.range(0, n).toArray());
    // In rounds; one by one, a few at a time.
    assertStops(order, chain, 1_000, 0);
    assertStops(order, chain, 1, 5);
  }

  private void assertStops(ReplayOrder order, List<Pair> pairs, int rounds, int remembered) {
    PairSource source = shuffled(pairs);
    int[] looks = new int[1];
    Stars.replay(order, source, Paged.UNBOUNDED, () -> looks[0]++, rounds, remembered);
    assertTrue(looks[0] + " looks", looks[0] > 10);
    looks[0] = 0;
    StopCheck stop =
        () -> {
          if (++looks[0] == 8) {
            throw new CancellationException();
          }
        };
    assertThrows(
        CancellationException.class,
        () -> Stars.replay(order, source, Paged.UNBOUNDED, stop, rounds, remembered));
  }
}
