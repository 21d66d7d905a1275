// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Figures;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.TimedQuery;
import io.neardup.benchmarks.server.similar.SimilarQueries.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the indexes of similar sets take, and what lookups in them find and cost. */
final class SimilarTable {
  private final List<List<String>> sizes = new ArrayList<>();
  private final List<List<String>> searches = new ArrayList<>();

  /**
   * An index, merged into one Lucene segment.
   *
   * @param bytes per document, without those of an empty document
   */
  void loaded(String data, SimilarLayout layout, int documents, BulkTimes times, double bytes) {
    sizes.add(
        List.of(
            data,
            layout.toString(),
            Integer.toString(documents),
            Report.number(documents * 1e9 / times.bulk()),
            Report.number(documents * 1e9 / times.merged()),
            Report.number(times.cpu() / 1e3 / documents),
            Report.number(bytes)));
  }

  /** The contestants of one race. */
  void searched(String data, Map<TimedQuery, Found> found, Map<TimedQuery, Figures> figures) {
    double ids = median(TimedQuery.IDS, figures);
    double scan = median(SimilarQueries.SCAN, figures);
    figures.forEach(
        (query, its) -> {
          Found what = found.get(query);
          double median = its.percentile(50);
          searches.add(
              List.of(
                  data,
                  query.name(),
                  Integer.toString(its.count()),
                  Report.number(its.hits()),
                  Report.number(what.recall()),
                  Report.number(what.precision()),
                  Report.number(median),
                  Report.number(its.percentile(99)),
                  Report.number(median / ids),
                  Report.number(median / scan),
                  Report.number(its.cpu())));
        });
  }

  private static double median(String name, Map<TimedQuery, Figures> figures) {
    return figures.entrySet().stream()
        .filter(one -> one.getKey().name().equals(name))
        .mapToDouble(one -> one.getValue().percentile(50))
        .findFirst()
        .orElse(Double.NaN);
  }

  void print(Report report) {
    report.columns(
        2,
        List.of(
            "data",
            "index",
            "documents",
            "bulk documents/s",
            "until merged",
            "CPU µs/document",
            "bytes/document merged"));
    sizes.forEach(report::row);
    report.columns(
        2,
        List.of(
            "data",
            "request",
            "requests",
            "hits",
            "recall",
            "precision",
            "p50 µs",
            "p99 µs",
            "p50 ÷ ids",
            "p50 ÷ scan",
            "CPU µs"));
    searches.forEach(report::row);
  }
}
