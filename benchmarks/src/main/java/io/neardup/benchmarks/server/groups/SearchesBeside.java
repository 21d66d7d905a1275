// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Figures;
import io.neardup.benchmarks.server.Loader;
import io.neardup.benchmarks.server.NewsTexts;
import io.neardup.benchmarks.server.RaceOptions;
import io.neardup.benchmarks.server.Report;
import io.neardup.benchmarks.server.Searcher;
import io.neardup.benchmarks.server.TimedQuery;
import io.neardup.benchmarks.server.Turns;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** Searches alone and beside a job, in turns: for words in news articles, and for fingerprints. */
final class SearchesBeside {
  private static final String TEXTS = "groups-texts";
  private static final int ARTICLES = 20_000;
  private static final int WORDS = 60;
  private static final int BULK = 1_000;
  private static final int TURNS = 9;

  /** Turns that do not count: compiling what a job runs takes a core for half a minute. */
  private static final int WARM_UP = 4;

  /** What goes on meanwhile. */
  enum Beside {
    NOTHING("nothing", null, false),
    REPORT("report", GroupsArchive.report(), false),
    WRITES("report, while it writes to dest", GroupsArchive.reportToDest(), true),
    SLOW_WRITES(
        "report, while it writes 10,000 records/s", GroupsArchive.reportToDest(10_000), true),

    /** What the server's own writing of an index costs searches. */
    REINDEX("_reindex", reindex(), false) {
      @Override
      String path() {
        return "/_reindex";
      }
    };

    private final String title;
    private final String job;
    private final boolean writing;

    Beside(String title, String job, boolean writing) {
      this.title = title;
      this.job = job;
      this.writing = writing;
    }

    String path() {
      return "/" + GroupsArchive.INDEX + "/_near_dup/groups";
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private static String reindex() {
    return String.format(
        Locale.ROOT,
        "{\"source\": {\"index\": \"%s\"}, \"dest\": {\"index\": \"%s\"}}",
        TEXTS,
        GroupsArchive.DEST.get(0));
  }

  private final BenchmarkServer server;
  private final PlantedCopies planted;
  private final RaceOptions races;
  private final Report report;

  SearchesBeside(BenchmarkServer server, PlantedCopies planted, RaceOptions races, Report report) {
    this.server = server;
    this.planted = planted;
    this.races = races;
    this.report = report;
  }

  /** The turns of each kind of search, by what goes on beside it. */
  Map<Beside, Map<TimedQuery, Turns>> run(Loader loader) throws IOException {
    report.progress("loading %,d articles to search", ARTICLES);
    List<String> words = load(loader);
    List<TimedQuery> searches = searches(words);
    Map<Beside, Map<TimedQuery, Turns>> all = new EnumMap<>(Beside.class);
    for (int turn = -WARM_UP; turn < TURNS; turn++) {
      for (Beside beside : Beside.values()) {
        report.progress("searches beside %s, turn %d of %d", beside, turn + 1, TURNS);
        Map<TimedQuery, Figures> its = turn(beside, searches);
        if (turn >= 0) {
          Map<TimedQuery, Turns> turns = all.computeIfAbsent(beside, b -> new LinkedHashMap<>());
          its.forEach((query, of) -> turns.computeIfAbsent(query, q -> new Turns()).add(of));
        }
      }
    }
    server.delete(List.of(TEXTS));
    return all;
  }

  private Map<TimedQuery, Figures> turn(Beside beside, List<TimedQuery> searches)
      throws IOException {
    if (beside.job == null) {
      return races.race(server).run(searches);
    }
    try (RepeatedRuns runs = new RepeatedRuns(server, beside.path(), beside.job, beside.writing)) {
      runs.awaitBegin();
      return races.race(server).run(searches);
    }
  }

  /** Returns words of the articles. */
  private List<String> load(Loader loader) throws IOException {
    server.create(
        TEXTS,
        """
        {"properties": {"title": {"type": "text"}, "content": {"type": "text"},
                        "section": {"type": "keyword"}, "published": {"type": "date"}}}
        """,
        "");
    NewsTexts news = new NewsTexts(7, WORDS);
    List<byte[]> bulks = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (int from = 0; from < ARTICLES; from += BULK) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < BULK; i++) {
        lines.append("{\"index\":{}}\n").append(news.json()).append('\n');
      }
      bulks.add(Loader.request(TEXTS, lines));
      words.addAll(Arrays.asList(news.story().replaceAll("[^a-zA-Z ]", " ").trim().split(" +")));
    }
    loader.send(bulks.size(), bulks::get);
    server.settle(TEXTS);
    return words;
  }

  private List<TimedQuery> searches(List<String> words) throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    String[] asked = new String[races.lookups()];
    Arrays.setAll(
        asked,
        i ->
            words.get(random.nextInt(words.size()))
                + ' '
                + words.get(random.nextInt(words.size())));
    long[] prints = planted.sample(races.lookups());
    return List.of(
        counted(
            "match", TEXTS, i -> "{\"match\": {\"content\": \"" + asked[i % asked.length] + "\"}}"),
        counted(
            "near_dup",
            GroupsArchive.INDEX,
            i ->
                "{\"bool\": {\"filter\": {\"near_dup\": {\"h\": {\"hash\": \""
                    + Fingerprint.toHex(prints[i % prints.length])
                    + "\", \"max_distance\": 3}}}}}"));
  }

  /** Whatever a search finds now it must find later. */
  private TimedQuery counted(String name, String index, IntFunction<String> query)
      throws IOException {
    TimedQuery unknown = new TimedQuery(name, index, query, i -> 0);
    int[] hits = new int[races.lookups()];
    try (Searcher searcher = new Searcher(server.connect())) {
      for (int i = 0; i < hits.length; i++) {
        hits[i] = searcher.hits(unknown, i).total();
      }
    }
    return new TimedQuery(name, index, query, i -> hits[i]);
  }
}
