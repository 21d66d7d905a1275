// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import io.neardup.quickstart.CorpusLoader.Document;
import io.neardup.server.Rest;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The index of dated articles that the dashboard shows, and the pipeline that decides about them.
 * The oldest articles are from before there was one, so that some are undecided.
 */
public final class NewsIndex {
  /** The index, which the dashboard names, too. */
  public static final String NAME = "news";

  /** How many articles are written without the pipeline's decision. */
  public static final int UNDECIDED = 12;

  /** Older articles would leave the time range of the dashboard. */
  private static final int FRESH_DAYS = 28;

  private static final String UNTIL = ", until ";

  private static final String FINGERPRINT =
      "{\"simhash\": {\"fields\": [\"content\"], \"target_field\": \"content_simhash\"}}";
  private static final String FINGERPRINTS = "{\"processors\": [" + FINGERPRINT + "]}";
  private static final String DECISIONS =
      "{\"processors\": ["
          + FINGERPRINT
          + ", {\"near_dup\": {\"field\": \"content_simhash\", \"max_distance\": 7, \"reveal\": true}}]}";

  private static final String INDEX =
      """
      {"settings": {"index": {"number_of_shards": 1, "number_of_replicas": 0,
                              "default_pipeline": "news"}},
       "mappings": {
         "_meta": {"corpus": "$version"},
         "properties": {
           "title": {"type": "text", "fields": {"keyword": {"type": "keyword"}}},
           "content": {"type": "text"},
           "source": {"type": "keyword"},
           "published": {"type": "date"},
           "content_simhash": {"type": "simhash", "segment_doc_values": true},
           "near_dup": {"properties": {
             "group": {"type": "keyword"},
             "status": {"type": "keyword"},
             "seq": {"type": "long"},
             "matched_by": {"type": "keyword"},
             "distance": {"type": "byte"},
             "checked": {"type": "keyword"},
             "of": {"properties": {"index": {"type": "keyword"}, "id": {"type": "keyword"}}}}}}}}
      """;

  private final Rest rest;
  private final Console console;
  private final CorpusLoader loader;

  /** On this server. */
  public NewsIndex(Rest rest) {
    this(rest, new Console());
  }

  NewsIndex(Rest rest, Console console) {
    this.rest = rest;
    this.console = console;
    this.loader = new CorpusLoader(rest, console, NAME);
  }

  /** Loads the articles, unless an earlier run has done so, not many weeks ago. */
  void loadUnlessComplete(LocalDate today) throws IOException {
    LocalDate loaded = loadedUntil();
    if (loaded.isAfter(today.minusDays(FRESH_DAYS))) {
      List<NewsCorpus.Article> articles = NewsCorpus.until(loaded);
      if (loader.holds(version(loaded), articles.size())) {
        console.line("Index " + NAME + " holds all " + articles.size() + " articles already");
        return;
      }
    }
    long began = System.nanoTime();
    int articles = load(today);
    console.line(
        String.format(
            Locale.ROOT,
            "Loaded %d articles of eight weeks through the pipeline news in %.1f s",
            articles,
            (System.nanoTime() - began) / 1e9));
  }

  /**
   * Creates the index anew, with the articles up to this day.
   *
   * @return how many there are
   */
  public int load(LocalDate lastDay) throws IOException {
    rest.put("/_ingest/pipeline/fingerprints", FINGERPRINTS);
    rest.put("/_ingest/pipeline/news", DECISIONS);
    loader.create(INDEX.replace("$version", version(lastDay)));
    List<Document> documents = new ArrayList<>();
    for (NewsCorpus.Article article : NewsCorpus.until(lastDay)) {
      documents.add(new Document(Integer.toString(documents.size() + 1), article.json()));
    }
    loader.load(documents.subList(0, UNDECIDED), "?pipeline=fingerprints");
    loader.load(documents.subList(UNDECIDED, documents.size()), "");
    return documents.size();
  }

  private LocalDate loadedUntil() throws IOException {
    String corpus = loader.corpus();
    String prefix = NewsCorpus.VERSION + UNTIL;
    return corpus.startsWith(prefix)
        ? LocalDate.parse(corpus.substring(prefix.length()))
        : LocalDate.EPOCH;
  }

  private static String version(LocalDate lastDay) {
    return NewsCorpus.VERSION + UNTIL + lastDay;
  }
}
