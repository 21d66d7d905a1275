// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The cost of a fingerprint at ingest: the same news articles go, in turns, into an index with a
 * pipeline that fingerprints them, into one that signs them as well, into one without a pipeline
 * and, to isolate core's overhead, into one with a trivial pipeline. The indexes are ordinary ones,
 * refreshed every second during the writes.
 */
@Command(
    name = "indexing",
    description = "Bulk indexing of news with and without the processors simhash and minhash",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Indexing implements Callable<Integer> {
  private static final List<IndexingPath> PATHS = List.of(IndexingPath.values());

  @Option(
      names = "--documents",
      defaultValue = "20000",
      description = "in each round (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--rounds",
      defaultValue = "6",
      description = "that count (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "2",
      description = "rounds before those (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(
      names = "--words",
      defaultValue = "600",
      description = "of a document on average (default: ${DEFAULT-VALUE})")
  private int words;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that send requests (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--bulk",
      defaultValue = "200",
      description = "documents in a request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Mixin private ServerOptions options;

  @Override
  public Integer call() throws IOException {
    try (Report report = new Report(options.output(), "indexing");
        BenchmarkServer server = BenchmarkServer.start(options);
        Loader loader = new Loader(server, threads)) {
      for (IndexingPath path : PATHS) {
        if (path != IndexingPath.PLAIN) {
          server.rest().put("/_ingest/pipeline/" + path.pipeline(), path.processors());
        }
      }
      run(report, server, loader);
    }
    return 0;
  }

  /** Recreated in each round, so that all have the same merge work. */
  private static void create(BenchmarkServer server, IndexingPath path) throws IOException {
    server.createOrdinary(path.index(), path.mappings(), settings(path.pipeline()));
  }

  /** Sets the interval, since otherwise an index that is not searched is not refreshed. */
  private static String settings(String pipeline) {
    return ", \"refresh_interval\": \"1s\", \"default_pipeline\": \"" + pipeline + "\"";
  }

  private void run(Report report, BenchmarkServer server, Loader loader) throws IOException {
    NewsTexts news = new NewsTexts(42, words);
    Map<IndexingPath, Rounds> measured = new EnumMap<>(IndexingPath.class);
    long characters = 0;
    for (int round = -warmUp; round < rounds; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < documents; i++) {
        texts.add(news.json());
      }
      List<IndexingPath> order = new ArrayList<>(PATHS);
      Collections.rotate(order, round);
      Map<IndexingPath, BulkTimes> all = new EnumMap<>(IndexingPath.class);
      for (IndexingPath one : order) {
        create(server, one);
        all.put(one, round(server, loader, one.index(), texts));
        requireFields(server, one);
      }
      if (round >= 0) {
        characters += texts.stream().mapToInt(String::length).sum();
        all.forEach(
            (one, its) -> measured.computeIfAbsent(one, o -> new Rounds(documents)).add(its));
      }
      report.progress(
          "round %d: %.0f %%",
          round, 100.0 * all.get(IndexingPath.PLAIN).bulk() / all.get(IndexingPath.SIMHASH).bulk());
    }
    print(report, measured, characters);
  }

  private BulkTimes round(BenchmarkServer server, Loader loader, String index, List<String> texts)
      throws IOException {
    List<byte[]> requests = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += bulkSize) {
      StringBuilder lines = new StringBuilder();
      texts
          .subList(from, Math.min(from + bulkSize, texts.size()))
          .forEach(text -> lines.append("{\"index\":{}}\n").append(text).append('\n'));
      requests.add(Loader.request(index, lines));
    }
    return BulkTimes.measure(server, loader, index, requests.size(), requests::get);
  }

  /** Checks that all indexes have all documents, and the right ones have all that was made. */
  private void requireFields(BenchmarkServer server, IndexingPath path) throws IOException {
    String count = "/" + path.index() + "/_count";
    require(documents, server.rest().get(count).path("count").asInt());
    for (String field : IndexingPath.allFields()) {
      String query = "{\"query\": {\"exists\": {\"field\": \"" + field + "\"}}}";
      int found = server.rest().post(count, query).path("count").asInt();
      require(path.fields().contains(field) ? documents : 0, found);
    }
  }

  private static void require(int expected, int found) {
    if (expected != found) {
      throw new IllegalStateException("expected " + expected + " documents, found " + found);
    }
  }

  private void print(Report report, Map<IndexingPath, Rounds> measured, long characters)
      throws IOException {
    report.line(
        String.format(
            Locale.ROOT,
            "%d rounds of %,d documents of %.1f KB, %d connections, bulks of %d, heap %s; %s",
            rounds,
            documents,
            characters / 1e3 / rounds / documents,
            threads,
            bulkSize,
            options.heap(),
            Machine.describe()));
    report.columns(
        1, List.of("bulk", "documents/s", "MB/s", "until merged, documents/s", "CPU µs/document"));
    measured.forEach((path, its) -> report.row(row(path.title(), its, characters)));
    report.line("");
    for (IndexingPath path : PATHS) {
      if (path != IndexingPath.PLAIN) {
        report.line(comparison(path, IndexingPath.PLAIN, measured));
      }
    }
    report.line(comparison(IndexingPath.BOTH, IndexingPath.SIMHASH, measured));
  }

  private static String comparison(
      IndexingPath path, IndexingPath other, Map<IndexingPath, Rounds> measured) {
    Rounds its = measured.get(path);
    Rounds theirs = measured.get(other);
    return String.format(
        Locale.ROOT,
        "%s: %.1f %% of the throughput %s (%s), %.1f %% until merged, for %.1f %% of the"
            + " processor time.",
        path.title(),
        theirs.percentOf(its, BulkTimes::bulk),
        other.title(),
        its.throughputs(theirs),
        theirs.percentOf(its, BulkTimes::merged),
        its.percentOf(theirs, BulkTimes::cpu));
  }

  private static List<String> row(String name, Rounds its, long characters) {
    return List.of(
        name,
        its.perSecond(BulkTimes::bulk),
        Report.number(characters * 1e3 / its.sum().bulk()),
        its.perSecond(BulkTimes::merged),
        its.cpu());
  }
}
