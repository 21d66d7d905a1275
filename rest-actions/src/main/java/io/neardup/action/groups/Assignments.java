// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Which document each one is a duplicate of, by row. The leader of a group is one of its documents
 * with the canonical fingerprint that come first; if several do, the canonical is one of them.
 */
final class Assignments {
  private final int[] leaders;
  private final byte[] distances;
  private long distinct;

  Assignments(int rows) {
    leaders = new int[rows];
    distances = new byte[rows];
  }

  /** Bytes allocated for so many, and to list their groups afterwards. */
  static long bytes(long rows) {
    return rows * (Integer.BYTES + 1 + 2 * Integer.BYTES);
  }

  void assign(int row, int leader, int distance) {
    leaders[row] = leader;
    distances[row] = (byte) distance;
  }

  void countDistinct(int fingerprints) {
    distinct += fingerprints;
  }

  /** How many fingerprints there are, those of different scopes counted in each. */
  long distinct() {
    return distinct;
  }

  int leader(int row) {
    return leaders[row];
  }

  int distance(int row) {
    return distances[row];
  }

  /** The groups of two or more. */
  Groups groups() {
    int[] sizes = new int[leaders.length];
    for (int leader : leaders) {
      sizes[leader]++;
    }
    BitSet grouped = new BitSet();
    IntStream.range(0, sizes.length).filter(row -> sizes[row] > 1).forEach(grouped::set);
    return new Groups(grouped.stream().toArray(), sizes, leaders);
  }

  /** Rows of groups, one group after the other in the order of their leaders. */
  static final class Groups {
    private final int[] leaders;
    private final int[] begins;
    private final int[] rows;

    private Groups(int[] leaders, int[] sizes, int... leaderOf) {
      this.leaders = leaders;
      this.begins = new int[leaders.length + 1];
      for (int i = 0; i < leaders.length; i++) {
        begins[i + 1] = begins[i] + sizes[leaders[i]];
      }
      this.rows = new int[begins[leaders.length]];
      // From here on where the next row of the group goes; -1 for those that are alone.
      int[] next = sizes;
      Arrays.fill(next, -1);
      for (int i = 0; i < leaders.length; i++) {
        next[leaders[i]] = begins[i];
      }
      for (int row = 0; row < leaderOf.length; row++) {
        if (next[leaderOf[row]] >= 0) {
          rows[next[leaderOf[row]]++] = row;
        }
      }
    }

    int count() {
      return leaders.length;
    }

    int size(int group) {
      return begins[group + 1] - begins[group];
    }

    int leader(int group) {
      return leaders[group];
    }

    /** Documents of all groups. */
    int documents() {
      return rows.length;
    }

    IntStream rows(int group) {
      return Arrays.stream(rows, begins[group], begins[group + 1]);
    }

    /** The largest, of equally large ones those with the first leaders. */
    int[] largest(int atMost) {
      // The one to give way comes first.
      Comparator<Integer> least =
          Comparator.<Integer>comparingInt(this::size).thenComparing(Comparator.reverseOrder());
      PriorityQueue<Integer> kept = new PriorityQueue<>(least);
      for (int group = 0; group < count(); group++) {
        kept.add(group);
        if (kept.size() > atMost) {
          kept.poll();
        }
      }
      return kept.stream().sorted(least.reversed()).mapToInt(Integer::intValue).toArray();
    }
  }
}
