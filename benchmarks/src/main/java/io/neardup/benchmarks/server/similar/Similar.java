// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Machine;
import io.neardup.benchmarks.server.RaceOptions;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Searcher;
import io.neardup.benchmarks.server.ServerOptions;
import io.neardup.benchmarks.server.TimedQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares ways to find similar texts by MinHash: the plugin's, terms with a script, and the token
 * filter {@code min_hash}, on one node in one run, with what each finds of sets whose similarity is
 * known; the same where a fifth of all documents share a band.
 */
@Command(
    name = "similar",
    description = "Lookups by similarity, the plugin's and others, what they find and cost",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Similar implements Callable<Integer> {
  @Option(
      names = "--documents",
      defaultValue = "1000000",
      description = "in each index (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--plain-documents",
      defaultValue = "1000000",
      description =
          "in the index without the plugin, if --documents are more; 0 leaves it out"
              + " (default: ${DEFAULT-VALUE})")
  private int plainDocuments;

  @Option(
      names = "--token-documents",
      defaultValue = "1000000",
      description =
          "in the index of min_hash tokens, if --documents are more: each takes 128 postings;"
              + " 0 leaves it out (default: ${DEFAULT-VALUE})")
  private int tokenDocuments;

  @Option(
      names = "--boilerplate",
      split = ",",
      defaultValue = "0,0.2",
      description = "the parts of all documents that share a band (default: ${DEFAULT-VALUE})")
  private List<Double> boilerplate;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that load documents (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--bulk",
      defaultValue = "2000",
      description = "documents in a bulk request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the sets (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private RaceOptions races;

  @Mixin private ServerOptions options;

  private BenchmarkServer server;
  private Report report;
  private SimilarTable table;

  @Override
  public Integer call() throws IOException {
    try (Report opened = new Report(options.output(), "similar");
        BenchmarkServer started = BenchmarkServer.start(options);
        Loader loader = new Loader(started, threads)) {
      report = opened;
      server = started;
      table = new SimilarTable();
      report.line(
          String.format(
              Locale.ROOT,
              "%,d documents, %,d plain, %,d with tokens, one shard, heap %s, seed %d; %s",
              documents,
              documents(SimilarLayout.PLAIN),
              documents(SimilarLayout.TOKENS),
              options.heap(),
              seed,
              Machine.describe()));
      for (double part : boilerplate) {
        compare(part, loader);
      }
      table.print(report);
    }
    return 0;
  }

  private void compare(double part, Loader loader) throws IOException {
    String data =
        part == 0 ? "even" : String.format(Locale.ROOT, "%.0f %% share a band", 100 * part);
    report.progress("making sets of features");
    Map<SimilarLayout, PlantedSets> sets = sets(part);
    PlantedSets all = sets.get(SimilarLayout.MINHASH);
    double nothing = Double.NaN;
    for (SimilarLayout layout :
        List.of(
            SimilarLayout.NONE, SimilarLayout.PLAIN, SimilarLayout.TOKENS, SimilarLayout.MINHASH)) {
      if (sets.containsKey(layout)) {
        PlantedSets its = sets.get(layout);
        report.progress("loading %s: %s, %,d documents", data, layout, its.documents());
        BulkTimes loading = load(loader, layout, its);
        server.forceMerge(layout.index());
        double bytes = (double) server.bytes(layout.index()) / its.documents();
        nothing = layout == SimilarLayout.NONE ? bytes : nothing;
        table.loaded(data, layout, its.documents(), loading, bytes - nothing);
      }
    }
    report.progress("looking up: %s", data);
    Map<TimedQuery, SimilarQueries.Found> found = find(all, sets.keySet());
    table.searched(data, found, races.race(server).run(new ArrayList<>(found.keySet())));
    server.delete(sets.keySet().stream().map(SimilarLayout::index).toList());
  }

  /** The sets of each index; with fewer documents, other sets are planted at the same distance. */
  private Map<SimilarLayout, PlantedSets> sets(double part) {
    Map<SimilarLayout, PlantedSets> sets = new EnumMap<>(SimilarLayout.class);
    for (SimilarLayout layout : SimilarLayout.values()) {
      int count = documents(layout);
      if (count > 0) {
        sets.put(layout, new PlantedSets(count, races.lookups(), part, seed));
      }
    }
    return sets;
  }

  private int documents(SimilarLayout layout) {
    return switch (layout) {
      case PLAIN -> Math.min(documents, plainDocuments);
      case TOKENS -> Math.min(documents, tokenDocuments);
      default -> documents;
    };
  }

  private BulkTimes load(Loader loader, SimilarLayout layout, PlantedSets sets) throws IOException {
    server.create(layout.index(), layout.mappings(), layout.settings());
    int requests = (sets.documents() + bulkSize - 1) / bulkSize;
    return BulkTimes.measure(
        server,
        loader,
        layout.index(),
        requests,
        n -> {
          StringBuilder lines = new StringBuilder();
          int to = Math.min(sets.documents(), (n + 1) * bulkSize);
          for (int document = n * bulkSize; document < to; document++) {
            layout.document(sets, document, lines);
          }
          return Loader.request(layout.index(), lines);
        });
  }

  private Map<TimedQuery, SimilarQueries.Found> find(PlantedSets sets, Set<SimilarLayout> layouts)
      throws IOException {
    try (Searcher searcher = new Searcher(server.connect())) {
      return new SimilarQueries(sets, layouts).run(searcher);
    }
  }
}
