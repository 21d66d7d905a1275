// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The times of one contestant's rounds, each with the same number of documents. */
public final class Rounds {
  private final int documents;
  private final List<BulkTimes> times = new ArrayList<>();

  /**
   * @param documents in each round
   */
  public Rounds(int documents) {
    this.documents = documents;
  }

  public void add(BulkTimes round) {
    times.add(round);
  }

  /** All rounds together. */
  public BulkTimes sum() {
    return times.stream().reduce(BulkTimes.NONE, BulkTimes::plus);
  }

  /** Documents per second. */
  public double perSecond() {
    return (double) times.size() * documents * 1e9 / sum().bulk();
  }

  /** Documents per second, as a table cell. */
  public String perSecond(ToLongFunction<BulkTimes> time) {
    return Report.number((double) times.size() * documents * 1e9 / time.applyAsLong(sum()));
  }

  /** Microseconds of the server's CPU time per document, as a table cell. */
  String cpu() {
    return Report.number(sum().cpu() / 1e3 / ((double) times.size() * documents));
  }

  /** A time as a percentage of the others' time. */
  public double percentOf(Rounds others, ToLongFunction<BulkTimes> time) {
    return 100.0 * time.applyAsLong(sum()) / time.applyAsLong(others.sum());
  }

  /** The range of throughputs in single rounds, as percentages of the others' in the same round. */
  String throughputs(Rounds others) {
    double[] percent = new double[times.size()];
    Arrays.setAll(percent, i -> 100 * ((double) others.times.get(i).bulk() / times.get(i).bulk()));
    Arrays.sort(percent);
    return String.format(
        Locale.ROOT,
        "rounds from %.1f to %.1f %%, median %.1f %%",
        percent[0],
        percent[percent.length - 1],
        percent[percent.length / 2]);
  }
}
