// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Many lookups at once: a multi-search of plain queries against one {@code _near_dup} request. */
final class Batches {
  private static final int MAX_DISTANCE = 3;
  private static final int WARM_UPS = 10;

  /** Time limit and minimum number of requests: a plain request can take a minute. */
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final int LEAST = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BenchmarkServer server;
  private final BruteForce truth;
  private final int size;

  Batches(BenchmarkServer server, BruteForce truth, int size) {
    this.server = server;
    this.truth = truth;
    this.size = size;
  }

  /**
   * Alternates until each request has run this many rounds or its time is up. Runs as many warm-up
   * rounds before, at least {@value #WARM_UPS}: the server compiles during the first ones.
   */
  Map<String, Figures> run(int rounds) throws IOException {
    String plain = "msearch of " + size + ", four terms + painless";
    String nearDup = "_near_dup, " + size + " hashes";
    byte[] multiSearch = Connection.post("/_msearch", multiSearch());
    byte[] hashes = Connection.post("/" + Layout.SIMHASH.index() + "/_near_dup", hashes());
    Map<String, Figures> figures = Map.of();
    try (Connection connection = server.connect()) {
      for (int turns : new int[] {Math.max(WARM_UPS, rounds), rounds}) {
        figures = new LinkedHashMap<>();
        figures.put(plain, new Figures());
        figures.put(nearDup, new Figures());
        for (int turn = 0; turn < turns; turn++) {
          time(connection, multiSearch, "responses", figures.get(plain));
          time(connection, hashes, "results", figures.get(nearDup));
        }
      }
    }
    return figures;
  }

  private void time(Connection connection, byte[] request, String items, Figures figures)
      throws IOException {
    if (figures.count() >= LEAST && figures.nanos() >= LIMIT.toNanos()) {
      return;
    }
    Duration cpu = server.cpuTime();
    Connection.Answer answer = connection.succeed(request);
    figures.addCpu(server.cpuTime().minus(cpu));
    JsonNode answers = JSON.readTree(answer.body()).path(items);
    long hits = 0;
    for (int i = 0; i < size; i++) {
      // A search nests them one level deeper than a _near_dup response.
      JsonNode item = answers.path(i);
      JsonNode total =
          item.path("total").isMissingNode() ? item.at("/hits/total") : item.path("total");
      int found = total.path("value").asInt(-1);
      if (found != truth.count(i, MAX_DISTANCE)) {
        throw new IllegalStateException(
            items
                + "["
                + i
                + "]: brute force has "
                + truth.count(i, MAX_DISTANCE)
                + " hits: "
                + item);
      }
      hits += found;
    }
    figures.add(answer.nanos(), hits);
  }

  private String multiSearch() {
    String header = "{\"index\": \"" + Layout.PLAIN.index() + "\"}\n";
    return IntStream.range(0, size)
        .mapToObj(i -> header + TimedQuery.plainSearch(truth.lookup(i)).replace("\n", " ") + "\n")
        .collect(Collectors.joining());
  }

  private String hashes() {
    return IntStream.range(0, size)
        .mapToObj(i -> "\"" + Fingerprint.toHex(truth.lookup(i)) + "\"")
        .collect(
            Collectors.joining(
                ", ",
                "{\"field\": \""
                    + Layout.FIELD
                    + "\", \"max_distance\": 3, \"size\": 10,"
                    + " \"_source\": false, \"hashes\": [",
                "]}"));
  }
}
