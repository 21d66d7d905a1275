// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What collapsing adds to a whole search: the same search with as many hits as are examined, with
 * their fingerprints and without, against the collapsed one. The contestants take turns.
 */
@Command(
    name = "collapse",
    description = "Collapsed searches against the same searches without the processors",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class CollapseSearch implements Callable<Integer> {
  private static final String INDEX = "collapse";
  private static final int PAGE = 33;
  private static final int EXAMINED = 99;
  private static final String MAPPINGS =
      "{\"properties\": {\"h\": {\"type\": \"simhash\"}, \"n\": {\"type\": \"integer\"},"
          + " \"text\": {\"type\": \"text\"}}}";

  @Option(
      names = "--documents",
      defaultValue = "100000",
      description = "in the index (default: ${DEFAULT-VALUE})")
  private int documents;

  @Option(
      names = "--searches",
      defaultValue = "2000",
      description = "of each kind (default: ${DEFAULT-VALUE})")
  private int searches;

  @Mixin private ServerOptions options;

  @Override
  public Integer call() throws IOException {
    try (Report report = new Report(options.output(), "collapse");
        BenchmarkServer server = BenchmarkServer.start(options)) {
      load(server);
      report.line(
          String.format(
              Locale.ROOT,
              "%,d documents, %d hits examined, pages of %d; %s",
              documents,
              EXAMINED,
              PAGE,
              Machine.describe()));
      race(server, report);
    }
    return 0;
  }

  private void load(BenchmarkServer server) throws IOException {
    server.create(INDEX, MAPPINGS, "");
    Random random = new Random(42);
    long[] fingerprints = DataSet.SKEWED.fingerprints(documents, 42);
    int bulk = 5_000;
    try (Loader loader = new Loader(server, 1)) {
      loader.send(
          (documents + bulk - 1) / bulk,
          n -> {
            StringBuilder lines = new StringBuilder();
            for (int i = n * bulk; i < Math.min(documents, (n + 1) * bulk); i++) {
              lines.append("{\"index\":{}}\n{\"h\":\"").append(Fingerprint.toHex(fingerprints[i]));
              lines.append("\",\"n\":").append(random.nextInt()).append(",\"text\":\"");
              lines.append("some words of a document ".repeat(20)).append(i % 1000).append("\"}\n");
            }
            return Loader.request(INDEX, lines);
          });
    }
    server.settle(INDEX);
  }

  private void race(BenchmarkServer server, Report report) throws IOException {
    Map<String, String> contestants = new LinkedHashMap<>();
    contestants.put("as many hits", "\"size\": " + EXAMINED);
    contestants.put(
        "as many hits, with fingerprints",
        "\"size\": " + EXAMINED + ", \"docvalue_fields\": [\"h\"]");
    contestants.put(
        "collapsed",
        "\"size\": "
            + PAGE
            + ", \"ext\": {\"near_dup_collapse\": {\"field\": \"h\", \"max_distance\": 7}}");
    Map<String, long[]> nanos = new LinkedHashMap<>();
    contestants.keySet().forEach(name -> nanos.put(name, new long[searches]));
    List<String> order = new ArrayList<>(contestants.keySet());
    Random random = new Random(42);
    report.progressOf(searches, "searching, collapsed and not");
    try (Connection connection = server.connect()) {
      for (int round = -searches / 4; round < searches; round++) {
        Collections.shuffle(order, random);
        report.stepTo(Math.max(0, round));
        for (String name : order) {
          byte[] request = request(Math.floorMod(round, 1000), contestants.get(name));
          long took = connection.succeed(request).nanos();
          if (round >= 0) {
            nanos.get(name)[round] = took;
          }
        }
      }
    }
    double base = median(nanos.get("as many hits"));
    for (Map.Entry<String, long[]> one : nanos.entrySet()) {
      double median = median(one.getValue());
      report.line(
          String.format(
              Locale.ROOT,
              "%-32s median %,7.0f µs, %.2f times",
              one.getKey(),
              median / 1000,
              median / base));
    }
  }

  private static byte[] request(int word, String more) {
    return Connection.post(
        "/" + INDEX + "/_search",
        "{\"query\": {\"match\": {\"text\": \"" + word + "\"}}, \"sort\": [\"n\"], " + more + "}");
  }

  private static double median(long... nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
