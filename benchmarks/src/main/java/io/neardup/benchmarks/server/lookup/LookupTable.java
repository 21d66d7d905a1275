// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.lookup;

import io.neardup.benchmarks.server.Figures;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.TimedQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The times of lookups, a row per contestant and situation. */
final class LookupTable {
  private final int documents;
  private final List<Group> groups = new ArrayList<>();

  LookupTable(int documents) {
    this.documents = documents;
  }

  /** The contestants of one race, which are comparable with each other. */
  final class Group {
    private final String data;
    private final String segments;
    private final List<List<String>> rows = new ArrayList<>();
    private double ids = Double.NaN;

    private Group(String data, String segments) {
      this.data = data;
      this.segments = segments;
    }

    void add(Map<TimedQuery, Figures> figures) {
      figures.forEach(
          (one, its) -> ids = one.name().equals(TimedQuery.IDS) ? its.percentile(50) : ids);
      figures.forEach((one, its) -> add(one.name(), its));
    }

    private void add(String name, Figures figures) {
      double median = figures.percentile(50);
      rows.add(
          row(
              name,
              Integer.toString(figures.count()),
              Report.number(figures.hits()),
              Report.number(median),
              Report.number(figures.percentile(99)),
              Report.number(median / ids),
              Report.number(figures.cpu()),
              Report.number(figures.cpu() * 1e3 / documents)));
    }

    private List<String> row(String... cells) {
      List<String> row = new ArrayList<>(List.of(data, segments));
      row.addAll(Arrays.asList(cells));
      return row;
    }
  }

  /** Starts the rows of a race. */
  Group group(String data, String segments) {
    Group group = new Group(data, segments);
    groups.add(group);
    return group;
  }

  void print(Report report) {
    report.columns(
        3,
        List.of(
            "lookups in",
            "segments",
            "request",
            "requests",
            "hits",
            "p50 µs",
            "p99 µs",
            "p50 ÷ ids",
            "CPU µs",
            "CPU ns/document"));
    groups.forEach(group -> group.rows.forEach(report::row));
  }
}
