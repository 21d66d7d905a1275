// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.lookup;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BruteForce;
import io.neardup.benchmarks.server.DataSet;
import io.neardup.benchmarks.server.Layout;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Loading;
import io.neardup.benchmarks.server.Machine;
import io.neardup.benchmarks.server.RaceOptions;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Searcher;
import io.neardup.benchmarks.server.ServerOptions;
import io.neardup.benchmarks.server.TimedQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares ways to find near-duplicates: terms and scripts on a server without the plugin, and the
 * plugin's, on the same node in the same run, with even and skewed fingerprints, with naturally
 * grown Lucene segments and with a single one. Every answer is checked against brute force, and a
 * wrong one ends the run.
 */
@Command(
    name = "compare",
    description = "Lookups by terms and scripts against those of the plugin, and what both cost",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Compare implements Callable<Integer> {
  private static final List<Layout> LAYOUTS = List.of(Layout.PLAIN, Layout.SIMHASH);

  @Option(
      names = "--documents",
      defaultValue = "1000000",
      description = "fingerprints in each set (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--checked",
      defaultValue = "20",
      description = "lookups whose hits are compared one by one (default: ${DEFAULT-VALUE})")
  private int checked;

  @Option(
      names = "--data",
      split = ",",
      defaultValue = "even,skewed",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private List<DataSet> sets;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that load documents (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--bulk",
      defaultValue = "5000",
      description = "documents in a bulk request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of fingerprints and lookups (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private RaceOptions races;

  @Mixin private ServerOptions options;

  private BenchmarkServer server;
  private Report report;

  @Override
  public Integer call() throws IOException {
    try (Report opened = new Report(options.output(), "compare");
        BenchmarkServer started = BenchmarkServer.start(options)) {
      report = opened;
      server = started;
      report.line(
          String.format(
              Locale.ROOT,
              "%,d documents, one shard, heap %s, seed %d; %s",
              documents,
              options.heap(),
              seed,
              Machine.describe()));
      compare();
    }
    return 0;
  }

  private void compare() throws IOException {
    try (Loader loader = new Loader(server, threads)) {
      SizeTable sizes = new SizeTable(documents);
      LookupTable times = new LookupTable(documents);
      report.progress("loading %,d documents without fingerprints", documents);
      Loading baseline = new Loading(server, loader, new long[documents], bulkSize);
      baseline.run(List.of(Layout.NONE));
      sizes.baseline(server);
      for (DataSet set : sets) {
        compare(set, loader, sizes, times);
      }
      sizes.print(report);
      times.print(report);
    }
  }

  private void compare(DataSet set, Loader loader, SizeTable sizes, LookupTable times)
      throws IOException {
    String data = set.toString().toLowerCase(Locale.ROOT);
    report.progress("loading %s", data);
    long[] fingerprints = set.fingerprints(documents, seed);
    sizes.loaded(data, new Loading(server, loader, fingerprints, bulkSize).run(LAYOUTS));
    Map<String, BruteForce> truths = truths(data, set, fingerprints);
    sizes.natural(data, server);
    measure(truths, "natural", times);
    report.progress("merging %s", data);
    sizes.merged(data, server);
    measure(truths, "one", times);
    server.delete(LAYOUTS.stream().map(Layout::index).toList());
  }

  private Map<String, BruteForce> truths(String data, DataSet set, long[] fingerprints) {
    report.progress("brute force over %s", data);
    Map<String, BruteForce> truths = new LinkedHashMap<>();
    truths.put(
        data, BruteForce.over(fingerprints, DataSet.near(fingerprints, races.lookups(), seed + 1)));
    if (set == DataSet.SKEWED) {
      truths.put(
          data + ", common segment",
          BruteForce.over(
              fingerprints, DataSet.nearCommon(fingerprints, races.lookups(), seed + 2)));
    }
    return truths;
  }

  private void measure(Map<String, BruteForce> truths, String segments, LookupTable times)
      throws IOException {
    for (Map.Entry<String, BruteForce> one : truths.entrySet()) {
      report.progress("looking up: %s, segments: %s", one.getKey(), segments);
      BruteForce truth = one.getValue();
      List<TimedQuery> contestants = contestants(truth);
      times.group(one.getKey(), segments).add(races.race(server).run(contestants));
    }
  }

  /** The queries, each verified to answer correctly. */
  private List<TimedQuery> contestants(BruteForce truth) throws IOException {
    try (Searcher searcher = new Searcher(server.connect())) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < races.lookups(); i++) {
        ids.add(searcher.id(truth.lookup(i)));
      }
      List<TimedQuery> contestants = TimedQuery.all(truth, ids);
      for (TimedQuery contestant : contestants) {
        for (int i = 0; i < Math.min(checked, races.lookups()); i++) {
          searcher.check(contestant, i, truth);
        }
      }
      return contestants;
    }
  }
}
