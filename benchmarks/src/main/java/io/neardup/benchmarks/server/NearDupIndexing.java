// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The cost of {@code near_dup} at ingest: the same news articles, some of them copies, go, in
 * turns, into an index whose pipeline fingerprints them, into one whose pipeline also decides, into
 * one whose {@code near_dup} compares texts by itself, and into one where they have an {@code _id}.
 */
@Command(
    name = "dedup",
    description = "Bulk indexing of news with simhash alone, and with near_dup after it",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class NearDupIndexing implements Callable<Integer> {
  private static final String MAPPINGS =
      """
      {"properties": {"title": {"type": "text"}, "content": {"type": "text"},
                      "section": {"type": "keyword"}, "published": {"type": "date"},
                      "content_simhash": {"type": "simhash"},
                      "near_dup": {"properties": {
                        "group": {"type": "keyword"}, "status": {"type": "keyword"},
                        "seq": {"type": "long"}, "matched_by": {"type": "keyword"},
                        "distance": {"type": "byte"}, "checked": {"type": "keyword"},
                        "of": {"properties": {"index": {"type": "keyword"},
                                              "id": {"type": "keyword"}}}}}}}
      """;
  private static final String LOADED = "dedup-loaded";
  private static final int LOADED_TOGETHER = 5_000;

  @Option(
      names = "--there",
      defaultValue = "1000000",
      description =
          "documents in each index beforehand, of a fingerprint and a decision"
              + " (default: ${DEFAULT-VALUE})")
  private int there;

  @Option(
      names = "--documents",
      defaultValue = "4000",
      description = "in each round (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--rounds",
      defaultValue = "8",
      description = "that count (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "3",
      description = "rounds before those (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(
      names = "--words",
      defaultValue = "600",
      description = "of a document on average (default: ${DEFAULT-VALUE})")
  private int words;

  @Option(
      names = "--copies",
      defaultValue = "0.1",
      description = "share of near-copies of recent documents (default: ${DEFAULT-VALUE})")
  private double copies;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that send requests (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--bulk",
      defaultValue = "1000",
      description = "documents in a request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Option(
      names = "--refresh",
      defaultValue = "1s",
      description = "the indexes' refresh_interval (default: ${DEFAULT-VALUE})")
  private String refresh;

  @Mixin private ServerOptions options;

  private final Map<IngestPath, Rounds> measured = new EnumMap<>(IngestPath.class);

  @Override
  public Integer call() throws IOException {
    try (Report report = new Report(options.output(), "dedup");
        BenchmarkServer server = BenchmarkServer.start(options);
        Loader loader = new Loader(server, threads)) {
      load(report, server, loader);
      for (IngestPath one : IngestPath.values()) {
        server.rest().put("/_ingest/pipeline/" + one.index(), one.pipeline());
        copy(server, one);
      }
      CopiedNews texts = new CopiedNews(new NewsTexts(42, words), copies);
      long characters = run(report, server, loader, texts);
      requireDecisions(server, texts);
      print(report, characters);
      report.line("");
      report.line("`_near_dup/stats`: " + stats(server));
    }
    return 0;
  }

  /** Loads the initial documents: canonicals that are all far from each other. */
  private void load(Report report, BenchmarkServer server, Loader loader) throws IOException {
    report.progress("loading %,d documents", there);
    server.create(LOADED, MAPPINGS, "");
    int requests = (there + LOADED_TOGETHER - 1) / LOADED_TOGETHER;
    loader.send(requests, n -> Loader.request(LOADED, canonicals(n)));
    server.settle(LOADED);
    server.rest().put("/" + LOADED + "/_settings", "{\"index.blocks.write\": true}");
  }

  /** Starts all with the same files. */
  private void copy(BenchmarkServer server, IngestPath one) throws IOException {
    server.rest().delete("/" + one.index() + "?ignore_unavailable=true");
    server
        .rest()
        .post(
            "/" + LOADED + "/_clone/" + one.index() + "?wait_for_active_shards=1",
            String.format(
                Locale.ROOT,
                """
                {"settings": {"index": {"blocks.write": null, "default_pipeline": "%s",
                                        "refresh_interval": "%s"}}}
                """,
                one.index(),
                refresh));
  }

  private StringBuilder canonicals(int request) {
    SplittableRandom random = new SplittableRandom(request);
    StringBuilder lines = new StringBuilder();
    int first = request * LOADED_TOGETHER;
    for (int i = first; i < Math.min(there, first + LOADED_TOGETHER); i++) {
      lines.append("{\"index\":{}}\n");
      lines.append(
          String.format(
              Locale.ROOT,
              "{\"content_simhash\":\"%s\",\"near_dup\":{\"group\":\"%016x-%016x\","
                  + "\"status\":\"new\",\"seq\":%d}}\n",
              Fingerprint.toHex(random.nextLong()),
              1,
              i,
              i));
    }
    return lines;
  }

  private long run(Report report, BenchmarkServer server, Loader loader, CopiedNews texts)
      throws IOException {
    long characters = 0;
    List<IngestPath> order = List.of(IngestPath.values());
    for (int round = -warmUp; round < rounds; round++) {
      List<List<String>> bulks = bulks(texts);
      Map<IngestPath, BulkTimes> all = new EnumMap<>(IngestPath.class);
      for (IngestPath one : round % 2 == 0 ? order : order.reversed()) {
        all.put(one, round(server, loader, one, bulks));
      }
      if (round >= 0) {
        characters += bulks.stream().flatMap(List::stream).mapToLong(String::length).sum();
        all.forEach(
            (one, its) -> measured.computeIfAbsent(one, o -> new Rounds(documents)).add(its));
      }
      report.progress(
          "round %d: %.0f %%",
          round, 100.0 * all.get(IngestPath.SIMHASH).bulk() / all.get(IngestPath.NEAR_DUP).bulk());
    }
    return characters;
  }

  private List<List<String>> bulks(CopiedNews texts) {
    List<List<String>> bulks = new ArrayList<>();
    for (int from = 0; from < documents; from += bulkSize) {
      List<String> bulk = new ArrayList<>();
      for (int i = from; i < Math.min(documents, from + bulkSize); i++) {
        bulk.add(texts.next());
      }
      bulks.add(bulk);
    }
    return bulks;
  }

  private static BulkTimes round(
      BenchmarkServer server, Loader loader, IngestPath one, List<List<String>> bulks)
      throws IOException {
    List<byte[]> requests = bulks.stream().map(one::request).toList();
    return BulkTimes.measure(server, loader, one.index(), requests.size(), requests::get);
  }

  private static JsonNode stats(BenchmarkServer server) throws IOException {
    return server.rest().get("/_near_dup/stats").at("/total/ingest");
  }

  /** Checks that nothing was decided from the index alone, and no exact copy was missed. */
  private void requireDecisions(BenchmarkServer server, CopiedNews texts) throws IOException {
    JsonNode stats = stats(server);
    // By fingerprints, and by texts.
    int decided = 2 * (warmUp + rounds) * documents;
    int exact = 2 * texts.exact();
    boolean right =
        stats.path("documents").asInt() == decided
            && stats.path("index_only").asInt() == 0
            && stats.path("duplicates").asInt() >= exact;
    if (right == false) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "of %d documents, %d of them exact copies, near_dup says %s",
              decided,
              exact,
              stats));
    }
  }

  private void print(Report report, long characters) throws IOException {
    report.line(
        String.format(
            Locale.ROOT,
            "%,d documents there; %d rounds of %,d documents of %.1f KB, %.0f %% near-copies, %d"
                + " connections, bulks of %,d, refresh_interval %s, heap %s; %s",
            there,
            rounds,
            documents,
            characters / 1e3 / rounds / documents,
            100 * copies,
            threads,
            bulkSize,
            refresh,
            options.heap(),
            Machine.describe()));
    report.columns(
        1, List.of("bulk", "documents/s", "until merged, documents/s", "CPU µs/document"));
    measured.forEach((one, its) -> report.row(row(one, its)));
    report.line("");
    for (IngestPath one : IngestPath.values()) {
      if (one != IngestPath.SIMHASH) {
        report.line(ratio(one));
      }
    }
  }

  private String ratio(IngestPath one) {
    Rounds base = measured.get(IngestPath.SIMHASH);
    Rounds its = measured.get(one);
    return String.format(
        Locale.ROOT,
        "Throughput %s: %.1f %% of that with simhash alone (%s), for %.1f %% of the processor"
            + " time.",
        one,
        base.percentOf(its, BulkTimes::bulk),
        its.throughputs(base),
        its.percentOf(base, BulkTimes::cpu));
  }

  private static List<String> row(IngestPath one, Rounds its) {
    return List.of(
        one.toString(),
        its.perSecond(BulkTimes::bulk),
        its.perSecond(BulkTimes::merged),
        its.cpu());
  }
}
