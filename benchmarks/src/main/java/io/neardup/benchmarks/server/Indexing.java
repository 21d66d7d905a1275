// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What a fingerprint costs where documents come in: the same news go into an index with a pipeline
 * that fingerprints them, and into the same index without, in turns.
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
  private static final String PLAIN = "without";
  private static final String FINGERPRINTED = "with simhash";

  @Option(
      names = "--documents",
      defaultValue = "4000",
      description = "in each round (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--rounds",
      defaultValue = "12",
      description = "that count (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "4",
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

  /** What one round of one index took, in nanoseconds. */
  private record Round(long bulk, long merged, long cpu) {}

  @Override
  public Integer call() throws IOException {
    try (Report report = new Report(options.output(), "indexing");
        BenchmarkServer server = BenchmarkServer.start(options);
        Loader loader = new Loader(server, threads)) {
      server.rest().put("/_ingest/pipeline/simhash", PIPELINE);
      server.create("indexing-plain", mappings(""), "");
      server.create(
          "indexing-simhash",
          mappings(", \"content_simhash\": {\"type\": \"simhash\"}"),
          ", \"default_pipeline\": \"simhash\"");
      run(report, server, loader);
    }
    return 0;
  }

  private static String mappings(String more) {
    return String.format(Locale.ROOT, MAPPINGS, more);
  }

  private void run(Report report, BenchmarkServer server, Loader loader) throws IOException {
    NewsTexts news = new NewsTexts(42, words);
    Map<String, List<Round>> measured = new TreeMap<>();
    long characters = 0;
    for (int round = -warmUp; round < rounds; round++) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < documents; i++) {
        texts.add(news.json());
      }
      Map<String, Round> both = new TreeMap<>();
      List<String> order = List.of(PLAIN, FINGERPRINTED);
      for (String one : round % 2 == 0 ? order : order.reversed()) {
        both.put(one, round(server, loader, index(one), texts));
      }
      if (round >= 0) {
        characters += texts.stream().mapToInt(String::length).sum();
        both.forEach((one, its) -> measured.computeIfAbsent(one, o -> new ArrayList<>()).add(its));
      }
      report.progress(
          "round %d: %.0f %%",
          round, 100.0 * both.get(PLAIN).bulk() / both.get(FINGERPRINTED).bulk());
    }
    requireFingerprints(server);
    print(report, measured, characters);
  }

  private static String index(String contestant) {
    return contestant.equals(PLAIN) ? "indexing-plain" : "indexing-simhash";
  }

  private Round round(BenchmarkServer server, Loader loader, String index, List<String> texts)
      throws IOException {
    List<byte[]> requests = new ArrayList<>();
    for (int from = 0; from < texts.size(); from += bulkSize) {
      StringBuilder lines = new StringBuilder();
      texts
          .subList(from, Math.min(from + bulkSize, texts.size()))
          .forEach(text -> lines.append("{\"index\":{}}\n").append(text).append('\n'));
      requests.add(Loader.request(index, lines));
    }
    long cpu = server.cpuTime().toNanos();
    long began = System.nanoTime();
    long bulk = loader.send(requests.size(), requests::get);
    server.settle(index);
    return new Round(bulk, System.nanoTime() - began, server.cpuTime().toNanos() - cpu);
  }

  /** Both have all documents, and one has all fingerprints. */
  private void requireFingerprints(BenchmarkServer server) throws IOException {
    int expected = (warmUp + rounds) * documents;
    String query = "{\"query\": {\"exists\": {\"field\": \"content_simhash\"}}}";
    require(expected, server.rest().get("/indexing-plain/_count").path("count").asInt());
    require(expected, server.rest().post("/indexing-simhash/_count", query).path("count").asInt());
    require(0, server.rest().post("/indexing-plain/_count", query).path("count").asInt());
  }

  private static void require(int expected, int found) {
    if (expected != found) {
      throw new IllegalStateException("expected " + expected + " documents, found " + found);
    }
  }

  private void print(Report report, Map<String, List<Round>> measured, long characters)
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
    double[] ratios = new double[rounds];
    Arrays.setAll(
        ratios,
        i ->
            (double) measured.get(PLAIN).get(i).bulk() / measured.get(FINGERPRINTED).get(i).bulk());
    Arrays.sort(ratios);
    report.line("");
    report.line(
        String.format(
            Locale.ROOT,
            "With simhash: %.1f %% of the throughput without (rounds from %.1f to %.1f %%, median"
                + " %.1f %%), for %.1f %% of the processor time.",
            100.0 * bulk(measured.get(PLAIN)) / bulk(measured.get(FINGERPRINTED)),
            100 * ratios[0],
            100 * ratios[rounds - 1],
            100 * ratios[rounds / 2],
            100.0 * cpu(measured.get(FINGERPRINTED)) / cpu(measured.get(PLAIN))));
  }

  private static long cpu(List<Round> its) {
    return its.stream().mapToLong(Round::cpu).sum();
  }

  private static long bulk(List<Round> its) {
    return its.stream().mapToLong(Round::bulk).sum();
  }

  private List<String> row(String name, List<Round> its, long characters) {
    double all = (double) rounds * documents;
    return List.of(
        name,
        Report.number(all * 1e9 / bulk(its)),
        Report.number(characters * 1e3 / bulk(its)),
        Report.number(all * 1e9 / its.stream().mapToLong(Round::merged).sum()),
        Report.number(cpu(its) / 1e3 / all));
  }
}
