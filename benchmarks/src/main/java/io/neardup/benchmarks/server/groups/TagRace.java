// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.BulkTimes;
import io.neardup.benchmarks.server.Connection;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.NewsTexts;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Rounds;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Tags against {@code _update_by_query} with a script that writes as much: on identical indexes of
 * news articles, in turns.
 */
final class TagRace {
  /** Different texts; fingerprints are planted, so that they may be repeated. */
  private static final int TEXTS = 2_000;

  private static final int BULK = 500;
  private static final int WORDS = 600;

  private static final String MAPPINGS =
      """
      {"properties": {"h": {"type": "simhash"}, "clicks": {"type": "long"},
        "title": {"type": "text"}, "content": {"type": "text"},
        "section": {"type": "keyword"}, "published": {"type": "date"},
        "near_dup": {"properties": {
          "group": {"type": "keyword"}, "status": {"type": "keyword"}, "seq": {"type": "long"}}}}}
      """;

  /** Who writes what into all documents. */
  enum Contestant {
    TAG(
        "tag",
        "groups-tagged",
        "/_near_dup/groups",
        "{\"field\": \"h\", \"keep\": [{\"clicks\": \"desc\"}], \"action\": \"tag\"}"),
    UPDATE(
        "_update_by_query",
        "groups-updated",
        "/_update_by_query?refresh=true",
        """
        {"script": {"source": "ctx._source.near_dup = ['group': params.group, 'status': 'new', \
        'seq': ctx._source.clicks]", "params": {"group": "0123456789abcdef-0123456789abcdef"}}}
        """);

    private final String title;
    private final String index;
    private final String path;
    private final String body;

    Contestant(String title, String index, String path, String body) {
      this.title = title;
      this.index = index;
      this.path = path;
      this.body = body;
    }

    String index() {
      return index;
    }

    String body() {
      return body;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private final BenchmarkServer server;
  private final Loader loader;
  private final PlantedCopies planted;
  private final String settings;
  private final List<String> texts = new ArrayList<>();

  /**
   * @param settings of the indexes, after a comma
   */
  TagRace(BenchmarkServer server, Loader loader, PlantedCopies planted, String settings) {
    this.server = server;
    this.loader = loader;
    this.planted = planted;
    this.settings = settings;
    NewsTexts news = new NewsTexts(42, WORDS);
    for (int i = 0; i < TEXTS; i++) {
      texts.add(news.json());
    }
  }

  /** Each has so many turns that count, after one that does not. */
  Map<Contestant, Rounds> run(int rounds, Report report) throws IOException {
    Map<Contestant, Rounds> times = new EnumMap<>(Contestant.class);
    List<Contestant> order = List.of(Contestant.values());
    for (int round = -1; round < rounds; round++) {
      for (Contestant one : round % 2 == 0 ? order : order.reversed()) {
        report.progress("%s, round %d of %d", one, round + 1, rounds);
        BulkTimes its = turn(one);
        if (round >= 0) {
          times.computeIfAbsent(one, o -> new Rounds(planted.documents())).add(its);
        }
      }
    }
    server.delete(order.stream().map(one -> one.index).toList());
    return times;
  }

  private BulkTimes turn(Contestant one) throws IOException {
    String index = one.index;
    load(one);
    try (Connection connection = server.connect()) {
      long cpu = server.cpuTime().toNanos();
      long began = System.nanoTime();
      long took = connection.succeed("POST", "/" + index + one.path, one.body).nanos();
      server.settle(index);
      long merged = System.nanoTime() - began;
      BulkTimes times = new BulkTimes(took, merged, server.cpuTime().toNanos() - cpu);
      requireAll(index);
      return times;
    }
  }

  /** Makes and fills the index of one. */
  void load(Contestant one) throws IOException {
    String index = one.index;
    server.createOrdinary(index, MAPPINGS, settings);
    loader.send((planted.documents() + BULK - 1) / BULK, n -> request(index, n * BULK));
    server.settle(index);
  }

  private byte[] request(String index, int from) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < Math.min(planted.documents(), from + BULK); i++) {
      lines.append("{\"index\":{}}\n{\"h\":\"");
      lines.append(Fingerprint.toHex(planted.fingerprint(i))).append("\",\"clicks\":");
      lines.append(planted.clicks(i)).append(',');
      lines.append(texts.get(i % TEXTS), 1, texts.get(i % TEXTS).length()).append('\n');
    }
    return Loader.request(index, lines);
  }

  private void requireAll(String index) throws IOException {
    String query = "{\"query\": {\"exists\": {\"field\": \"near_dup.seq\"}}}";
    long found = server.rest().post("/" + index + "/_count", query).path("count").asLong();
    if (found != planted.documents()) {
      throw new IllegalStateException(
          "of " + planted.documents() + " documents in " + index + ", " + found + " were written");
    }
  }
}
