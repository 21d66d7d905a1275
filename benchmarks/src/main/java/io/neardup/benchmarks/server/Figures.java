// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.time.Duration;
import java.util.Arrays;

/** What was measured of one way to ask. */
final class Figures {
  private long[] nanos = new long[256];
  private int count;
  private long cpuNanos;
  private long hits;

  /** One answer. */
  void add(long answerNanos, long answerHits) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = answerNanos;
    hits += answerHits;
  }

  /** What the server's processors did meanwhile. */
  void addCpu(Duration cpu) {
    cpuNanos += cpu.toNanos();
  }

  /** Time of all answers together, in nanoseconds. */
  long nanos() {
    return Arrays.stream(nanos, 0, count).sum();
  }

  /** Number of answers. */
  int count() {
    return count;
  }

  /**
   * The time within which this percentage of the answers came, in microseconds: one of the times.
   */
  double percentile(int percent) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100.0 * count);
    return sorted[Math.max(0, rank - 1)] / 1e3;
  }

  /** Processor time of the server for an answer, in microseconds. */
  double cpu() {
    return cpuNanos / 1e3 / count;
  }

  /** Number of hits of an answer, on average. */
  double hits() {
    return (double) hits / count;
  }
}
