// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The measurements of one kind of query, turn by turn. All figures are medians of the turns: what
 * else the machine is busy with lasts for some turns, and has nothing to do with what is compared.
 */
public final class Turns {
  private final List<Figures> turns = new ArrayList<>();

  public void add(Figures turn) {
    turns.add(turn);
  }

  /** Number of answers in all turns. */
  public int count() {
    return turns.stream().mapToInt(Figures::count).sum();
  }

  /** The percentile of a turn, in microseconds. */
  public double percentile(int percent) {
    return median(turns.stream().mapToDouble(turn -> turn.percentile(percent)));
  }

  /** How many times the percentile of the others it is, of the same turn. */
  public double times(int percent, Turns others) {
    return median(
        IntStream.range(0, turns.size())
            .mapToDouble(
                i -> turns.get(i).percentile(percent) / others.turns.get(i).percentile(percent)));
  }

  /** The one in the middle, of an even number the greater. */
  public static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
