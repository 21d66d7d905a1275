// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.lookup;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Layout;
import io.neardup.benchmarks.server.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The times to load and merge each layout, and its size. */
final class SizeTable {
  private static final List<Layout> LAYOUTS = List.of(Layout.PLAIN, Layout.SIMHASH);

  private final int documents;
  private final List<Row> rows = new ArrayList<>();
  private double naturalBaseline;
  private double mergedBaseline;

  SizeTable(int documents) {
    this.documents = documents;
  }

  /** Grows column by column. */
  private static final class Row {
    private final String data;
    private final Layout layout;
    private final BulkTimes loading;
    private int segments;
    private double natural;
    private double mergeSeconds;
    private double merged;

    private Row(String data, Layout layout, BulkTimes loading) {
      this.data = data;
      this.layout = layout;
      this.loading = loading;
    }
  }

  /** Measures documents without a fingerprint. */
  void baseline(BenchmarkServer server) throws IOException {
    naturalBaseline = bytes(server, Layout.NONE);
    server.forceMerge(Layout.NONE.index());
    mergedBaseline = bytes(server, Layout.NONE);
    server.delete(List.of(Layout.NONE.index()));
  }

  void loaded(String data, Map<Layout, BulkTimes> times) {
    LAYOUTS.forEach(layout -> rows.add(new Row(data, layout, times.get(layout))));
  }

  /** Measures the indices as they are. */
  void natural(String data, BenchmarkServer server) throws IOException {
    for (Row row : rows) {
      if (row.data.equals(data)) {
        row.natural = bytes(server, row.layout) - naturalBaseline;
        row.segments = server.segments(row.layout.index());
      }
    }
  }

  /** Merges the indices, and measures them again. */
  void merged(String data, BenchmarkServer server) throws IOException {
    for (Row row : rows) {
      if (row.data.equals(data)) {
        long began = System.nanoTime();
        server.forceMerge(row.layout.index());
        row.mergeSeconds = (System.nanoTime() - began) / 1e9;
        row.merged = bytes(server, row.layout) - mergedBaseline;
      }
    }
  }

  private double bytes(BenchmarkServer server, Layout layout) throws IOException {
    return (double) server.bytes(layout.index()) / documents;
  }

  void print(Report report) {
    report.columns(
        2,
        List.of(
            "data",
            "layout",
            "bulk documents/s",
            "until merged",
            "CPU µs/document",
            "segments",
            "bytes/document",
            "force merge s",
            "bytes/document merged"));
    for (Row row : rows) {
      report.row(
          List.of(
              row.data,
              row.layout.toString(),
              Report.number(documents * 1e9 / row.loading.bulk()),
              Report.number(documents * 1e9 / row.loading.merged()),
              Report.number(row.loading.cpu() / 1e3 / documents),
              Integer.toString(row.segments),
              Report.number(row.natural),
              Report.number(row.mergeSeconds),
              Report.number(row.merged)));
    }
  }
}
