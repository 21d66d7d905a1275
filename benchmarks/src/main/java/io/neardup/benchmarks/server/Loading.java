// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Loads the same fingerprints into several layouts in turns, so that none benefits from a
 * temporarily faster machine. A turn ends when its documents are visible and its merges are done.
 */
public final class Loading {
  private static final int TURNS = 10;

  private final BenchmarkServer server;
  private final Loader loader;
  private final long[] fingerprints;
  private final int bulkSize;
  private final Map<Layout, BulkTimes> times = new EnumMap<>(Layout.class);

  public Loading(BenchmarkServer server, Loader loader, long[] fingerprints, int bulkSize) {
    this.server = server;
    this.loader = loader;
    this.fingerprints = fingerprints;
    this.bulkSize = bulkSize;
  }

  /** Recreates and fills the indices; returns the total times of each. */
  public Map<Layout, BulkTimes> run(List<Layout> layouts) throws IOException {
    for (Layout layout : layouts) {
      server.create(layout.index(), layout.mappings(), "");
      times.put(layout, BulkTimes.NONE);
    }
    for (int turn = 0; turn < TURNS; turn++) {
      for (Layout layout : turn % 2 == 0 ? layouts : layouts.reversed()) {
        times.merge(layout, turn(layout, turn), BulkTimes::plus);
      }
    }
    return times;
  }

  private BulkTimes turn(Layout layout, int turn) throws IOException {
    int from = (int) ((long) fingerprints.length * turn / TURNS);
    int to = (int) ((long) fingerprints.length * (turn + 1) / TURNS);
    int requests = (to - from + bulkSize - 1) / bulkSize;
    return BulkTimes.measure(
        server,
        loader,
        layout.index(),
        requests,
        n -> {
          int first = from + n * bulkSize;
          return request(layout, first, Math.min(to, first + bulkSize));
        });
  }

  private byte[] request(Layout layout, int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append("{\"index\":{}}\n");
      layout.document(fingerprints[i], lines);
    }
    return Loader.request(layout.index(), lines);
  }
}
