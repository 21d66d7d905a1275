// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.HammingBall;
import io.neardup.fingerprint.hamming.MultiIndexHashing;
import io.neardup.lucene.field.HashSegmentLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The radii within which the values of each segment are looked up, {@value #NOT} if they need not
 * be. Together the segments find every fingerprint within the distance.
 *
 * <p>Four segments: the radii of {@link MultiIndexHashing}, in any order.
 *
 * <p>Keys of two of five blocks: see the keys as the edges between five points. Wherever the
 * differing bits are, one of the edges looked up must have no more of them at its ends than its
 * radius. A triangle and the edge apart from it achieve this up to distance 7, except at 3: a match
 * that no edge of the triangle finds, with radii p, q and r, differs in at least (p + q + r + 3) /
 * 2 bits there, rounded up, and in more bits than its radius at the edge apart. Distance 3 looks up
 * all ten keys once, which costs less than one of the four within radius 1. Distance 8 looks up all
 * within 2, which costs less than one within 3. Of all radii up to 2, these take the fewest values.
 * Any block may be any point.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
final class Radii {
  /** The radius of a segment that is not looked up. */
  static final int NOT = -1;

  /** One arrangement for each distance, by keys: 01 02 03 04 12 13 14 23 24 34. */
  private static final int[][] FIVE_BY_TWO = {
    {0, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT, NOT},
    {0, NOT, NOT, NOT, NOT, NOT, NOT, 0, NOT, NOT},
    {0, 0, NOT, NOT, 0, NOT, NOT, NOT, NOT, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 1, NOT, NOT, 1, NOT, NOT, NOT, NOT, 1},
    {0, 1, NOT, NOT, 1, NOT, NOT, NOT, NOT, 2},
    {1, 1, NOT, NOT, 2, NOT, NOT, NOT, NOT, 2},
    {2, 2, NOT, NOT, 2, NOT, NOT, NOT, NOT, 2},
    {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
  };

  /** All arrangements by layout and distance, in the order of segments. */
  private static final Map<HashSegmentLayout, List<List<int[]>>> CHOICES =
      new EnumMap<>(HashSegmentLayout.class);

  static {
    for (HashSegmentLayout layout : HashSegmentLayout.values()) {
      CHOICES.put(layout, choices(layout));
    }
  }

  private Radii() {}

  private static List<List<int[]>> choices(HashSegmentLayout layout) {
    List<List<int[]>> choices = new ArrayList<>();
    for (int distance = 0; distance <= layout.maxLookupDistance(); distance++) {
      choices.add(distinct(layout, distance));
    }
    return choices;
  }

  private static List<int[]> distinct(HashSegmentLayout layout, int distance) {
    List<int[]> all = new ArrayList<>();
    boolean four = layout == HashSegmentLayout.FOUR;
    for (int[] order : orders(four ? 4 : 5)) {
      int[] radii = four ? four(distance, order) : fiveByTwo(distance, order);
      if (all.stream().noneMatch(known -> Arrays.equals(known, radii))) {
        all.add(radii);
      }
    }
    return all;
  }

  private static int[] four(int distance, int[] order) {
    int[] radii = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      radii[order[i]] = MultiIndexHashing.radius(i, distance);
    }
    return radii;
  }

  private static int[] fiveByTwo(int distance, int[] order) {
    int[] radii = new int[10];
    for (int high = 0, i = 0; high < 5; high++) {
      for (int low = high + 1; low < 5; low++) {
        radii[key(order[high], order[low])] = FIVE_BY_TWO[distance][i++];
      }
    }
    return radii;
  }

  /** The number of the key of two blocks. */
  private static int key(int one, int other) {
    int high = Math.min(one, other);
    return high * (9 - high) / 2 + Math.max(one, other) - high - 1;
  }

  private static List<int[]> orders(int size) {
    List<int[]> orders = List.of(new int[0]);
    for (int next = 0; next < size; next++) {
      List<int[]> longer = new ArrayList<>();
      for (int[] order : orders) {
        for (int at = 0; at <= next; at++) {
          longer.add(inserted(order, at, next));
        }
      }
      orders = longer;
    }
    return orders;
  }

  private static int[] inserted(int[] order, int at, int value) {
    int[] longer = new int[order.length + 1];
    System.arraycopy(order, 0, longer, 0, at);
    longer[at] = value;
    System.arraycopy(order, at, longer, at + 1, order.length - at);
    return longer;
  }

  /**
   * One of the arrangements, which all have the same radii for different segments. Callers must not
   * change it.
   */
  static int[] any(HashSegmentLayout layout, int distance) {
    return all(layout, distance).get(0);
  }

  /** All arrangements; callers must not change them. */
  static List<int[]> all(HashSegmentLayout layout, int distance) {
    return CHOICES.get(layout).get(distance);
  }

  /**
   * The arrangement with the fewest postings. The greatest radius thus goes to the segments whose
   * own values are rarest, because values near a common one are likely to be common too.
   *
   * @param postings of each segment's own value
   */
  static int[] best(HashSegmentLayout layout, int distance, double[] postings) {
    int[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int[] radii : all(layout, distance)) {
      double sum = 0;
      for (int s = 0; s < radii.length; s++) {
        int values = HammingBall.size(layout.bits(s), radii[s]);
        sum += values == 0 ? 0 : postings[s] * values;
      }
      if (best == null || sum < least) {
        best = radii;
        least = sum;
      }
    }
    return best;
  }
}
