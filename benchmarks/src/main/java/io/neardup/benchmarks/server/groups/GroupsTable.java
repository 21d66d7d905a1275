// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What jobs took, a row for each; what searches took beside them; and other figures. */
final class GroupsTable {
  private final List<List<String>> runs = new ArrayList<>();
  private final List<List<String>> figures = new ArrayList<>();
  private final List<List<String>> searches = new ArrayList<>();

  /** A job over so many documents. */
  void run(String name, int documents, GroupsRun.Outcome run) {
    runs.add(
        List.of(
            name,
            phases(run.phases()),
            String.format(Locale.ROOT, "%,d", documents),
            Report.number(run.seconds()),
            Report.number(documents / run.seconds()),
            Long.toString(run.figure("duplicates")),
            megabytes(run.peak().charged()),
            megabytes(run.peak().heap())));
  }

  private static String phases(Map<String, Long> nanos) {
    return nanos.entrySet().stream()
        .map(phase -> phase.getKey() + " " + Report.number(phase.getValue() / 1e9))
        .collect(Collectors.joining(", "));
  }

  private static String megabytes(long bytes) {
    return Report.number(bytes / 1e6);
  }

  void figure(int documents, String what, double value, String unit) {
    figures.add(
        List.of(what, unit, String.format(Locale.ROOT, "%,d", documents), Report.number(value)));
  }

  /** Searches beside something, and the same ones alone. */
  void search(String search, String beside, Turns its, Turns alone) {
    searches.add(
        List.of(
            search,
            beside,
            Integer.toString(its.count()),
            Report.number(its.percentile(50)),
            Report.number(its.times(50, alone)),
            Report.number(its.percentile(99)),
            Report.number(its.times(99, alone))));
  }

  void print(Report report) {
    if (runs.isEmpty() == false) {
      report.columns(
          2,
          List.of(
              "job",
              "phases, s",
              "documents",
              "s",
              "documents/s",
              "duplicates",
              "charged MB",
              "heap MB"));
      runs.forEach(report::row);
    }
    if (figures.isEmpty() == false) {
      report.columns(2, List.of("what", "unit", "documents", "value"));
      figures.forEach(report::row);
    }
    if (searches.isEmpty() == false) {
      report.columns(
          2, List.of("search", "beside", "searches", "p50 µs", "÷ alone", "p99 µs", "÷ alone"));
      searches.forEach(report::row);
    }
  }
}
