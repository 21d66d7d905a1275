// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.pairs.StopCheck;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Which document each one is a duplicate of, by row. The leader of a group is one of its documents
 * with the canonical fingerprint that come first; if several do, the canonical is one of them.
 */
public final class Assignments {
  private final int[] leaders;
  private final int[] distances;
  private final StopCheck stop;
  private long distinct;

  /**
   * @param stop asked while groups are listed
   */
  public Assignments(int rows, StopCheck stop) {
    this.stop = stop;
    leaders = new int[rows];
    distances = new int[rows];
  }

  /** Bytes allocated for so many, and to list their groups afterwards. */
  static long bytes(long rows) {
    return rows * (2 + 4) * Integer.BYTES;
  }

  void assign(int row, int leader, int distance) {
    leaders[row] = leader;
    distances[row] = distance;
  }

  void countDistinct(int fingerprints) {
    distinct += fingerprints;
  }

  /** How many fingerprints are grouped, those of different scopes counted in each. */
  public long distinct() {
    return distinct;
  }

  int leader(int row) {
    return leaders[row];
  }

  public int distance(int row) {
    return distances[row];
  }

  /**
   * The groups of two or more.
   *
   * @param given so many rows, the first ones, are canonical whatever is near them
   */
  public Groups groups(int given) {
    int[] counts = new int[leaders.length];
    for (int row = given; row < leaders.length; row++) {
      stop.checkAt(row);
      counts[leaders[row]]++;
    }
    BitSet grouped = new BitSet(counts.length);
    for (int row = 0; row < counts.length; row++) {
      stop.checkAt(row);
      counts[row] += row < given ? 1 : 0;
      grouped.set(row, counts[row] > 1);
    }
    return new Groups(grouped.stream().toArray(), counts, leaders, stop);
  }

  /** Rows of groups, one group after the other in the order of their leaders. */
  public static final class Groups {
    private final int[] leaders;
    private final int[] sizes;
    private final int[] begins;
    private final int[] rows;

    private Groups(int[] leaders, int[] counts, int[] leaderOf, StopCheck stop) {
      this.leaders = leaders;
      this.sizes = Arrays.stream(leaders).map(leader -> counts[leader]).toArray();
      this.begins = new int[leaders.length + 1];
      // By leader: which group it has, or -1.
      int[] groupOf = counts;
      Arrays.fill(groupOf, -1);
      for (int group = 0; group < leaders.length; group++) {
        groupOf[leaders[group]] = group;
      }
      for (int row = 0; row < leaderOf.length; row++) {
        stop.checkAt(row);
        int group = groupOf[leaderOf[row]];
        if (group >= 0) {
          begins[group + 1]++;
        }
      }
      Arrays.parallelPrefix(begins, Integer::sum);
      this.rows = new int[begins[leaders.length]];
      int[] next = begins.clone();
      for (int row = 0; row < leaderOf.length; row++) {
        stop.checkAt(row);
        int group = groupOf[leaderOf[row]];
        if (group >= 0) {
          rows[next[group]++] = row;
        }
      }
    }

    public int count() {
      return leaders.length;
    }

    /** The canonical and its duplicates. */
    public int size(int group) {
      return sizes[group];
    }

    /** With those that could be its canonical, too, and are one of their own otherwise. */
    public int rowCount(int group) {
      return begins[group + 1] - begins[group];
    }

    public int leader(int group) {
      return leaders[group];
    }

    /** Documents of all groups that are not canonical. */
    public long duplicates() {
      return Arrays.stream(sizes).asLongStream().sum() - count();
    }

    public IntStream rows(int group) {
      return Arrays.stream(rows, begins[group], begins[group + 1]);
    }

    /** The largest, of equally large ones those with the first leaders. */
    public int[] largest(int atMost) {
      // The one to give way comes first.
      Comparator<Integer> least =
          Comparator.<Integer>comparingInt(this::size).thenComparing(Comparator.reverseOrder());
      PriorityQueue<Integer> kept = new PriorityQueue<>(least);
      for (int group = 0; group < count(); group++) {
        // Most are smaller than all that are kept; of equally large ones the first stays.
        if (kept.size() < atMost) {
          kept.add(group);
        } else if (sizes[group] > sizes[kept.element()]) {
          kept.remove();
          kept.add(group);
        }
      }
      return kept.stream().sorted(least.reversed()).mapToInt(Integer::intValue).toArray();
    }
  }
}
