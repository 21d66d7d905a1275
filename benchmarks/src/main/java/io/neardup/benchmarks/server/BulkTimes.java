// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.function.IntFunction;

/**
 * Times of bulk requests to an index.
 *
 * @param bulk nanoseconds until the last response
 * @param merged nanoseconds until all merges were done
 * @param cpu nanoseconds of the server's CPU time
 */
public record BulkTimes(long bulk, long merged, long cpu) {
  static final BulkTimes NONE = new BulkTimes(0, 0, 0);

  /** Sends this many requests; each is created by the thread that sends it. */
  public static BulkTimes measure(
      BenchmarkServer server, Loader loader, String index, int count, IntFunction<byte[]> request)
      throws IOException {
    long cpu = server.cpuTime().toNanos();
    long began = System.nanoTime();
    long bulk = loader.send(count, request);
    server.settle(index);
    return new BulkTimes(bulk, System.nanoTime() - began, server.cpuTime().toNanos() - cpu);
  }

  public BulkTimes plus(BulkTimes other) {
    return new BulkTimes(bulk + other.bulk, merged + other.merged, cpu + other.cpu);
  }
}
