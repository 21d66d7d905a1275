// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.time.Duration;
import java.util.Arrays;

/** The measurements of one kind of query. */
public final class Figures {
  private long[] nanos = new long[256];
  private int count;
  private long cpuNanos;
  private long hits;

  /** One answer. */
  public void add(long answerNanos, long answerHits) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = answerNanos;
    hits += answerHits;
  }

  /** Adds the server's CPU time. */
  void addCpu(Duration cpu) {
    cpuNanos += cpu.toNanos();
  }

  /** Total time of all answers, in nanoseconds. */
  long nanos() {
    return Arrays.stream(nanos, 0, count).sum();
  }

  /** Number of answers. */
  public int count() {
    return count;
  }

  /** A percentile of the times, in microseconds: one of the measured values. */
  public double percentile(int percent) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100.0 * count);
    return sorted[Math.max(0, rank - 1)] / 1e3;
  }

  /** CPU time of the server per answer, in microseconds. */
  public double cpu() {
    return cpuNanos / 1e3 / count;
  }

  /** Average number of hits per answer. */
  public double hits() {
    return (double) hits / count;
  }
}
