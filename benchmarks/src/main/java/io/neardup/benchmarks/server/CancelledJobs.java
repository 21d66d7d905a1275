// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Jobs that are cancelled at random points: how long it takes until one has ended. */
final class CancelledJobs {
  private final Connection connection;
  private final int jobs;
  private final SplittableRandom random;
  private final Report report;

  CancelledJobs(Connection connection, int jobs, long seed, Report report) {
    this.connection = connection;
    this.jobs = jobs;
    this.random = new SplittableRandom(seed);
    this.report = report;
  }

  /**
   * Those that had not ended before.
   *
   * @param longest seconds until the end
   */
  record Outcome(int cancelled, double longest) {}

  /** What one of them leaves. */
  @FunctionalInterface
  interface Leavings {
    void remove() throws IOException;
  }

  /**
   * Cancels one after the other.
   *
   * @param seconds in which they are
   */
  Outcome run(String name, String index, String job, double seconds, Leavings leavings)
      throws IOException {
    double longest = 0;
    int cancelled = 0;
    Gauge before = Gauge.read(connection);
    for (int i = 0; i < jobs; i++) {
      report.progress("cancel %s, %d of %d", name, i + 1, jobs);
      GroupsRun run = GroupsRun.start(connection, index, job);
      pause(random.nextDouble(seconds));
      long nanos = run.cancel();
      Gauge.awaitBack(connection, before);
      leavings.remove();
      if (nanos >= 0) {
        cancelled++;
        longest = Math.max(longest, nanos / 1e9);
      }
    }
    return new Outcome(cancelled, longest);
  }

  private static void pause(double seconds) {
    long until = System.nanoTime() + (long) (1e9 * seconds);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
