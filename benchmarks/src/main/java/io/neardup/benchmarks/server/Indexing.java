// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The cost of a fingerprint at ingest: the same news articles go, in turns, into an index with a
 * pipeline that fingerprints them, into one without a pipeline and, to isolate core's overhead,
 * into one with a trivial pipeline. The indexes are ordinary ones, refreshed every second during
 * the writes.
 */
@Command(
    name = "indexing",
    description = "Bulk indexing of news with and without the processor simhash",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Indexing implements Callable<Integer> {
  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"fields": ["title", "content"], "target_field": "content_simhash"}}]}
      """;
  private static final String MAPPINGS =
      """
      {"properties": {"title": {"type": "text"}, "content": {"type": "text"},
                      "section": {"type": "keyword"}, "published": {"type": "date"}%s}}
      """;
  private static final String OTHER_PIPELINE =
      """
      {"processors": [{"set": {"field": "section", "value": "world"}}]}
      """;
  private static final String PLAIN = "without";
  private static final String SET = "with set";
  private static final String FINGERPRINTED = "with simhash";
  private static final List<String> CONTESTANTS = List.of(PLAIN, SET, FINGERPRINTED);

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
      server.rest().put("/_ingest/pipeline/simhash", PIPELINE);
      server.rest().put("/_ingest/pipeline/set", OTHER_PIPELINE);
      run(report, server, loader);
    }
    return 0;
  }

  /** Recreated in each round, so that all have the same merge work. */
  private static void create(BenchmarkServer server, String contestant) throws IOException {
    boolean fingerprinted = contestant.equals(FINGERPRINTED);
    String pipeline = fingerprinted ? "simhash" : contestant.equals(SET) ? "set" : "_none";
    server.createOrdinary(
        index(contestant),
        mappings(fingerprinted ? ", \"content_simhash\": {\"type\": \"simhash\"}" : ""),
        settings(pipeline));
  }

  private static String mappings(String more) {
    return String.format(Locale.ROOT, MAPPINGS, more);
  }

  /** Sets the interval, since otherwise an index that is not searched is not refreshed. */
  private static String settings(String pipeline) {
    return ", \"refresh_interval\": \"1s\", \"default_pipeline\": \"" + pipeline + "\"";
  }

  private void run(Report report, BenchmarkServer server, Loader loader) throws IOException {
    NewsTexts news = new NewsTexts(42, words);
    Map<String, Rounds> measured = new TreeMap<>();
    long characters = 0;
    for (int round = -warmUp; round < rounds; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < documents; i++) {
        texts.add(news.json());
      }
      List<String> order = new ArrayList<>(CONTESTANTS);
      Collections.rotate(order, round);
      Map<String, BulkTimes> all = new TreeMap<>();
      for (String one : order) {
        create(server, one);
        all.put(one, round(server, loader, index(one), texts));
        requireFingerprints(server, one);
      }
      if (round >= 0) {
        characters += texts.stream().mapToInt(String::length).sum();
        all.forEach(
            (one, its) -> measured.computeIfAbsent(one, o -> new Rounds(documents)).add(its));
      }
      report.progress(
          "round %d: %.0f %%",
          round, 100.0 * all.get(PLAIN).bulk() / all.get(FINGERPRINTED).bulk());
    }
    print(report, measured, characters);
  }

  private static String index(String contestant) {
    return "indexing-" + contestant.replace(' ', '-');
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

  /** Checks that all indexes have all documents, and the right one has all fingerprints. */
  private void requireFingerprints(BenchmarkServer server, String contestant) throws IOException {
    String query = "{\"query\": {\"exists\": {\"field\": \"content_simhash\"}}}";
    String path = "/" + index(contestant) + "/_count";
    require(documents, server.rest().get(path).path("count").asInt());
    int fingerprints = server.rest().post(path, query).path("count").asInt();
    require(contestant.equals(FINGERPRINTED) ? documents : 0, fingerprints);
  }

  private static void require(int expected, int found) {
    if (expected != found) {
      throw new IllegalStateException("expected " + expected + " documents, found " + found);
    }
  }

  private void print(Report report, Map<String, Rounds> measured, long characters)
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
    measured.forEach((name, its) -> report.row(row(name, its, characters)));
    report.line("");
    for (String one : CONTESTANTS) {
      if (one.equals(PLAIN) == false) {
        report.line(comparison(one, measured.get(PLAIN), measured.get(one)));
      }
    }
  }

  private static String comparison(String name, Rounds plain, Rounds its) {
    return String.format(
        Locale.ROOT,
        "%s: %.1f %% of the throughput without (%s), %.1f %% until merged, for %.1f %% of the"
            + " processor time.",
        name,
        plain.percentOf(its, BulkTimes::bulk),
        its.throughputs(plain),
        plain.percentOf(its, BulkTimes::merged),
        its.percentOf(plain, BulkTimes::cpu));
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
