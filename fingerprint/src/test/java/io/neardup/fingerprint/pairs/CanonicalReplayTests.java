// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.Bits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.Test;

public class CanonicalReplayTests {
  private final Random random = new Random(16);

  /** Keys of nodes, and where they are on a line: near are those within a distance. */
  private static final class Data implements NodeKeys {
    private final int[][] keys;
    private final int[] places;
    private final int reach;

    Data(int[][] keys, int[] places, int reach) {
      this.keys = keys;
      this.places = places;
      this.reach = reach;
    }

    @Override
    public int perNode() {
      return keys[0].length;
    }

    @Override
    public void read(int node, int... into) {
      System.arraycopy(keys[node], 0, into, 0, into.length);
    }

    private boolean meet(int left, int right) {
      return IntStream.range(0, perNode()).anyMatch(i -> keys[left][i] == keys[right][i]);
    }

    private int distance(int left, int right) {
      int distance = Math.abs(places[left] - places[right]);
      return distance <= reach ? distance : NodeRelation.FAR;
    }

    private Stars replay(ReplayOrder order, StopCheck stop) {
      return CanonicalReplay.replay(
          order, this, node -> other -> distance(node, other), Paged.UNBOUNDED, stop);
    }

    /** The canonicals near each node, of those that come before it or of all. */
    private List<Integer> near(int node, Iterable<Integer> canonicals) {
      List<Integer> near = new ArrayList<>();
      for (int canonical : canonicals) {
        if (meet(canonical, node) && distance(canonical, node) >= 0) {
          near.add(canonical);
        }
      }
      return near;
    }
  }

  private Data data(int nodes, int keys, int differentKeys, int places) {
    int[][] of = new int[nodes][keys];
    for (int[] node : of) {
      // Many share the key 0, and some have extreme ones.
      Arrays.setAll(
          node, i -> random.nextInt(3) == 0 ? 0 : random.nextInt(differentKeys) * 0x9e3779b9);
    }
    return new Data(of, random.ints(nodes, 0, places).toArray(), 3);
  }

  private static void assertReplay(Data data, ReplayOrder order) {
    int n = order.size();
    List<Integer> canonicals = new ArrayList<>();
    int[] expected = new int[n];
    IntStream.range(0, n)
        .boxed()
        .sorted((left, right) -> left.equals(right) ? 0 : order.precedes(left, right) ? -1 : 1)
        .forEach(
            node -> {
              List<Integer> near = order.isGiven(node) ? List.of() : data.near(node, canonicals);
              expected[node] =
                  near.stream()
                      .reduce(
                          (best, next) ->
                              order.prefers(
                                      next,
                                      data.distance(next, node),
                                      best,
                                      data.distance(best, node))
                                  ? next
                                  : best)
                      .orElse(node);
              if (near.isEmpty()) {
                canonicals.add(node);
              }
            });
    Stars stars = data.replay(order, StopCheck.NEVER);
    assertArrayEquals(expected, IntStream.range(0, n).map(stars::canonicalOf).toArray());
    List<String> near = new ArrayList<>();
    for (int node = 0; node < n; node++) {
      assertEquals(expected[node] == node, stars.isCanonical(node));
      assertEquals(data.distance(node, expected[node]), stars.distanceOf(node));
      if (expected[node] != node) {
        for (int canonical : data.near(node, canonicals)) {
          near.add(canonical + " " + node + " " + data.distance(canonical, node));
        }
      }
    }
    List<String> told = new ArrayList<>();
    stars.forEachNearCanonical((left, right, d) -> told.add(left + " " + right + " " + d));
    Collections.sort(near);
    Collections.sort(told);
    assertEquals(near, told);
  }

  @Test
  public void starsAreThoseOfBruteForce() {
    for (int nodes : new int[] {1, 2, 7, 60, 400}) {
      for (int keys : new int[] {1, 2, 9}) {
        for (int places : new int[] {1, 20, 1_000}) {
          Data data = data(nodes, keys, nodes, places);
          int[] ranks = random.ints(nodes, -9, 9).toArray();
          assertReplay(data, Paged.order(ranks));
          Bits given = Paged.bits(nodes);
          IntStream.range(0, nodes).filter(i -> random.nextInt(4) == 0).forEach(given::set);
          assertReplay(data, Paged.order(given, ranks));
        }
      }
    }
  }

  /** What is near one canonical is compared with that one alone, though all share all keys. */
  @Test
  public void aHotKeyOfCopiesIsNotQuadratic() {
    int n = 100_000;
    Data data = new Data(new int[n][4], new int[n], 0);
    long[] looks = new long[1];
    NodeRelation counted =
        node ->
            other -> {
              looks[0]++;
              return data.distance(node, other);
            };
    Stars stars =
        CanonicalReplay.replay(
            Paged.order(new int[n]), data, counted, Paged.UNBOUNDED, StopCheck.NEVER);
    assertTrue(IntStream.range(0, n).allMatch(node -> stars.canonicalOf(node) == 0));
    assertEquals(n - 1, looks[0]);
  }

  @Test
  public void stopsWhenAsked() {
    int n = 2_000;
    // None near any other, all in one run.
    Data data = new Data(new int[n][1], IntStream.range(0, n).map(i -> 9 * i).toArray(), 3);
    StopCheck stop =
        () -> {
          throw new CancellationException();
        };
    ReplayOrder order = Paged.order(new int[n]);
    assertThrows(CancellationException.class, () -> data.replay(order, stop));
  }
}
