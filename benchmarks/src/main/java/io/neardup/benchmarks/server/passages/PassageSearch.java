// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.passages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Figures;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.Machine;
import io.neardup.benchmarks.server.RaceOptions;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Searcher;
import io.neardup.benchmarks.server.ServerOptions;
import io.neardup.benchmarks.server.TimedQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What a field {@code passages} costs and finds: the same stories go, in turns, into an index with
 * it, into one without, and into one with it whose pipeline looks for what stands in another
 * document; then quotations that were planted are looked up.
 */
@Command(
    name = "passages",
    description = "A field passages: bytes, throughput, lookups, and which quotations are found",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class PassageSearch implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PLAIN = "passages-plain";
  private static final String PASSAGES = "passages";
  private static final String STAGE = "passages-stage";
  private static final String FIELD = "content.passages";
  private static final String TEXT = "{\"properties\": {\"content\": {\"type\": \"text\"%s}}}";

  @Option(
      names = "--documents",
      defaultValue = "1000000",
      description = "in each index (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--words",
      defaultValue = "150",
      description = "of a document on average (default: ${DEFAULT-VALUE})")
  private int words;

  @Option(
      names = "--question",
      defaultValue = "500",
      description = "words of a text that is looked up (default: ${DEFAULT-VALUE})")
  private int questionWords;

  @Option(
      names = "--min-passage",
      defaultValue = "20",
      description = "words of the shortest passage (default: ${DEFAULT-VALUE})")
  private int minPassage;

  @Option(
      names = "--turn-documents",
      defaultValue = "50000",
      description = "that go into one index before the other's turn (default: ${DEFAULT-VALUE})")
  private int turn;

  @Option(
      names = "--bulk",
      defaultValue = "500",
      description = "documents in a request (default: ${DEFAULT-VALUE})")
  private int bulkSize;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "that load documents (default: ${DEFAULT-VALUE})")
  private int threads;

  @Option(
      names = "--seed",
      defaultValue = "42",
      description = "of the texts (default: ${DEFAULT-VALUE})")
  private long seed;

  @Mixin private RaceOptions races;

  @Mixin private ServerOptions options;

  private Report report;
  private BenchmarkServer server;
  private QuotedStories stories;
  private long textBytes;

  @Override
  public Integer call() throws IOException {
    try (Report opened = new Report(options.output(), "passages");
        BenchmarkServer started = BenchmarkServer.start(options);
        Loader loader = new Loader(started, threads)) {
      report = opened;
      server = started;
      stories = new QuotedStories(documents, words, races.lookups(), seed);
      report.line(
          String.format(
              Locale.ROOT,
              "%,d documents of %d words, passages of %d, one shard, heap %s, seed %d; %s",
              documents,
              words,
              minPassage,
              options.heap(),
              seed,
              Machine.describe()));
      ingest(loader);
      quotations();
      race();
    }
    return 0;
  }

  private void ingest(Loader loader) throws IOException {
    String refreshed = ", \"refresh_interval\": \"1s\"";
    server.createOrdinary(PLAIN, String.format(Locale.ROOT, TEXT, ""), refreshed);
    String field =
        ", \"fields\": {\"passages\": {\"type\": \"passages\", \"min_passage\": "
            + minPassage
            + "}}";
    server.createOrdinary(PASSAGES, String.format(Locale.ROOT, TEXT, field), refreshed);
    server
        .rest()
        .put(
            "/_ingest/pipeline/" + STAGE,
            "{\"processors\": [{\"near_dup\": {\"stages\": [{\"passages\": [\"content\"],"
                + " \"coverage\": 0.8, \"min_passage\": "
                + minPassage
                + "}]}}]}");
    server.createOrdinary(
        STAGE,
        String.format(Locale.ROOT, TEXT, field),
        refreshed + ", \"default_pipeline\": \"" + STAGE + "\"");
    Map<String, BulkTimes> times = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(List.of(PLAIN, PASSAGES, STAGE));
    report.progressOf(documents, "indexing, without the field, with it and with the stage");
    for (int from = 0; from < documents; from += turn) {
      List<String> bulks = bulks(from, Math.min(documents, from + turn));
      order.add(order.remove(0));
      for (String index : order) {
        times.merge(
            index,
            BulkTimes.measure(
                server, loader, index, bulks.size(), n -> Loader.request(index, bulks.get(n))),
            BulkTimes::plus);
      }
      report.stepTo(from);
    }
    report.progress("merging");
    server.forceMerge(PLAIN);
    server.forceMerge(PASSAGES);
    server.forceMerge(STAGE);
    report.columns(
        1, List.of("bulk", "documents/s", "until merged", "CPU µs/document", "bytes/document"));
    for (Map.Entry<String, BulkTimes> one : times.entrySet()) {
      report.row(row(one.getKey(), one.getValue()));
    }
    double more = (double) (server.bytes(PASSAGES) - server.bytes(PLAIN)) / documents;
    report.line("");
    report.line(
        String.format(
            Locale.ROOT,
            "With the field: %s; %.0f bytes a document, %.1f %% of the text. With the stage: %s.",
            left(times, PASSAGES),
            more,
            100 * more * documents / textBytes,
            left(times, STAGE)));
  }

  /** How much of the throughput without the field is left. */
  private static String left(Map<String, BulkTimes> times, String index) {
    return String.format(
        Locale.ROOT,
        "%.1f %% of the throughput without, %.1f %% until merged, %.2f x the CPU time",
        100.0 * times.get(PLAIN).bulk() / times.get(index).bulk(),
        100.0 * times.get(PLAIN).merged() / times.get(index).merged(),
        (double) times.get(index).cpu() / times.get(PLAIN).cpu());
  }

  private List<String> row(String index, BulkTimes its) throws IOException {
    return List.of(
        index,
        Report.number(documents * 1e9 / its.bulk()),
        Report.number(documents * 1e9 / its.merged()),
        Report.number(its.cpu() / 1e3 / documents),
        Report.number((double) server.bytes(index) / documents));
  }

  private List<String> bulks(int from, int to) throws IOException {
    List<String> bulks = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      String story = stories.next();
      textBytes += story.length(); // ASCII
      lines.append("{\"index\":{\"_id\":\"").append(i).append("\"}}\n{\"content\":");
      lines.append(JSON.writeValueAsString(story)).append("}\n");
      if (i == to - 1 || (i - from) % bulkSize == bulkSize - 1) {
        bulks.add(lines.toString());
        lines.setLength(0);
      }
    }
    return bulks;
  }

  /** Asks for each quotation inside another text, and compares what is found with the plan. */
  private void quotations() throws IOException {
    report.columns(1, List.of("words of a quotation", "planted", "found", "others", "p50 µs"));
    try (Connection connection = server.connect()) {
      for (int length : QuotedStories.LENGTHS) {
        int found = 0;
        int others = 0;
        Figures figures = new Figures();
        for (int i = 0; i < races.lookups(); i++) {
          if (QuotedStories.words(i) == length) {
            List<String> hits = ask(connection, stories.question(i, questionWords, false), figures);
            int right = (int) hits.stream().filter(stories.ids(i)::contains).count();
            found += right;
            others += hits.size() - right;
          }
        }
        report.row(
            List.of(
                Integer.toString(length),
                Integer.toString(QuotedStories.COPIES * figures.count()),
                Integer.toString(found),
                Integer.toString(others),
                Report.number(figures.percentile(50))));
      }
    }
  }

  private static List<String> ask(Connection connection, String text, Figures figures)
      throws IOException {
    Connection.Answer answer =
        connection.succeed(
            "POST",
            "/" + PASSAGES + "/_near_dup/passages",
            JSON.writeValueAsString(Map.of("field", FIELD, "text", text, "size", 100)));
    JsonNode found = JSON.readTree(answer.body());
    if (found.path("complete").asBoolean() == false) {
      throw new IllegalStateException("an answer is incomplete: " + answer);
    }
    List<String> ids = new ArrayList<>();
    found.path("hits").forEach(hit -> ids.add(hit.path("_id").asText()));
    figures.add(answer.nanos(), ids.size());
    return ids;
  }

  /** Lookups against a search for as many documents by their ids. */
  private void race() throws IOException {
    List<TimedQuery> contestants = new ArrayList<>();
    contestants.add(
        new TimedQuery(
            TimedQuery.IDS,
            PASSAGES,
            i -> "{\"ids\": {\"values\": [\"" + String.join("\", \"", stories.ids(i)) + "\"]}}",
            i -> QuotedStories.COPIES));
    try (Searcher searcher = new Searcher(server.connect())) {
      contestants.add(lookup("passages", false, searcher));
      contestants.add(lookup("passages, with the disclaimer", true, searcher));
    }
    report.progress("looking up");
    Map<TimedQuery, Figures> figures = races.race(server).run(contestants);
    double ids = figures.get(contestants.get(0)).percentile(50);
    report.columns(1, List.of("query", "hits", "p50 µs", "p99 µs", "÷ ids", "CPU µs"));
    figures.forEach(
        (query, its) ->
            report.row(
                List.of(
                    query.name(),
                    Report.number(its.hits()),
                    Report.number(its.percentile(50)),
                    Report.number(its.percentile(99)),
                    Report.number(its.percentile(50) / ids),
                    Report.number(its.cpu()))));
  }

  /** Each must find as many documents every time. */
  private TimedQuery lookup(String name, boolean disclaimed, Searcher searcher) throws IOException {
    String[] queries = new String[races.lookups()];
    Arrays.setAll(queries, i -> query(stories.question(i, questionWords, disclaimed)));
    IntFunction<String> query = i -> queries[i];
    int[] hits = new int[queries.length];
    for (int i = 0; i < hits.length; i++) {
      Searcher.Hits found = searcher.hits(new TimedQuery(name, PASSAGES, query, lookup -> -1), i);
      hits[i] = found.total();
      if (found.ids().containsAll(stories.ids(i)) == false) {
        throw new IllegalStateException(name + ", lookup " + i + ": found " + found);
      }
    }
    return new TimedQuery(name, PASSAGES, query, i -> hits[i]);
  }

  private static String query(String text) {
    return "{\"passages\": {\"" + FIELD + "\": {\"text\": \"" + text + "\"}}}";
  }
}
