// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.IntPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.StopCheck;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Which document each one is a duplicate of, by row. The leader of a group is one of its documents
 * with the canonical fingerprint that come first; if several do, the canonical is one of them.
 */
public final class Assignments {
  private final IntPages leaders;
  private final IntPages distances;

  /** By row, whether a verdict has decided; null if none has. */
  private Bits said;

  private final MemoryAccount memory;
  private final StopCheck stop;
  private long distinct;

  /**
   * @param memory takes what is allocated, to list the groups too
   * @param stop asked while groups are listed
   */
  public Assignments(int rows, MemoryAccount memory, StopCheck stop) {
    this.memory = memory;
    this.stop = stop;
    leaders = new IntPages(rows, memory);
    distances = new IntPages(rows, memory);
  }

  void assign(int row, int leader, int distance) {
    leaders.set(row, leader);
    distances.set(row, distance);
  }

  void say(int row) {
    if (said == null) {
      said = new Bits(leaders.size(), memory);
    }
    said.set(row);
  }

  /** Whether a verdict has made the document a duplicate. */
  public boolean isSaid(int row) {
    return said != null && said.get(row);
  }

  void countDistinct(int fingerprints) {
    distinct += fingerprints;
  }

  /** How many fingerprints are grouped, those of different scopes counted in each. */
  public long distinct() {
    return distinct;
  }

  public int leader(int row) {
    return leaders.get(row);
  }

  public int distance(int row) {
    return distances.get(row);
  }

  /**
   * The groups of two or more.
   *
   * @param given so many rows, the first ones, are canonical whatever is near them
   */
  public Groups groups(int given) {
    IntPages counts = new IntPages(leaders.size(), memory);
    for (int row = given; row < leaders.size(); row++) {
      stop.checkAt(row);
      counts.getAndIncrement(leaders.get(row));
    }
    int groups = 0;
    for (int row = 0; row < counts.size(); row++) {
      stop.checkAt(row);
      if (row < given) {
        counts.getAndIncrement(row);
      }
      groups += counts.get(row) > 1 ? 1 : 0;
    }
    return new Groups(groups, counts, leaders, memory, stop);
  }

  /** Rows of groups, one group after the other in the order of their leaders. */
  public static final class Groups {
    private final IntPages leaders;
    private final IntPages sizes;
    private final IntPages begins;
    private final IntPages rows;

    /**
     * @param counts by leader, how many documents its group has; used up
     */
    private Groups(
        int groups, IntPages counts, IntPages leaderOf, MemoryAccount memory, StopCheck stop) {
      this.leaders = new IntPages(groups, memory);
      this.sizes = new IntPages(groups, memory);
      this.begins = new IntPages(groups + 1, memory);
      // By leader from here on: which group it has, or -1.
      for (int row = 0, group = 0; row < counts.size(); row++) {
        stop.checkAt(row);
        if (counts.get(row) > 1) {
          leaders.set(group, row);
          sizes.set(group, counts.get(row));
          counts.set(row, group++);
        } else {
          counts.set(row, -1);
        }
      }
      this.rows = rows(counts, leaderOf, memory, stop);
      counts.release();
    }

    private IntPages rows(
        IntPages groupOf, IntPages leaderOf, MemoryAccount memory, StopCheck stop) {
      for (int row = 0; row < leaderOf.size(); row++) {
        stop.checkAt(row);
        int group = groupOf.get(leaderOf.get(row));
        if (group >= 0) {
          begins.getAndIncrement(group + 1);
        }
      }
      IntPages next = new IntPages(count(), memory);
      for (int group = 0; group < count(); group++) {
        next.set(group, begins.get(group));
        begins.set(group + 1, begins.get(group + 1) + begins.get(group));
      }
      IntPages sorted = new IntPages(begins.get(count()), memory);
      for (int row = 0; row < leaderOf.size(); row++) {
        stop.checkAt(row);
        int group = groupOf.get(leaderOf.get(row));
        if (group >= 0) {
          sorted.set(next.getAndIncrement(group), row);
        }
      }
      next.release();
      return sorted;
    }

    public int count() {
      return leaders.size();
    }

    /** The canonical and its duplicates. */
    public int size(int group) {
      return sizes.get(group);
    }

    /** With those that could be its canonical, too, and are one of their own otherwise. */
    public int rowCount(int group) {
      return begins.get(group + 1) - begins.get(group);
    }

    public int leader(int group) {
      return leaders.get(group);
    }

    /** Groups whose canonical is none of the first rows. */
    public int countBehind(int given) {
      int count = 0;
      for (int group = 0; group < count(); group++) {
        count += leader(group) < given ? 0 : 1;
      }
      return count;
    }

    /** Documents of all groups that are not canonical. */
    public long duplicates() {
      long sum = 0;
      for (int group = 0; group < count(); group++) {
        sum += sizes.get(group) - 1;
      }
      return sum;
    }

    public IntStream rows(int group) {
      return IntStream.range(begins.get(group), begins.get(group + 1)).map(rows::get);
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
        } else if (atMost > 0 && size(group) > size(kept.element())) {
          kept.remove();
          kept.add(group);
        }
      }
      return kept.stream().sorted(least.reversed()).mapToInt(Integer::intValue).toArray();
    }
  }
}
