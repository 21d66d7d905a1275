// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import io.neardup.server.Rest;
import java.io.IOException;
import java.util.Locale;

/** The index of license texts and the pipeline that fingerprints them on their way in. */
final class LicenseIndex {
  static final String NAME = "licenses";
  static final String FIELD = "content_simhash";

  private static final String PIPELINE =
      """
      {"description": "a fingerprint of the license text",
       "processors": [{"simhash": {"fields": ["text"], "target_field": "content_simhash"}}]}
      """;

  private static final String INDEX =
      """
      {"settings": {"index": {"number_of_shards": 1, "number_of_replicas": 0,
                              "default_pipeline": "simhash"}},
       "mappings": {
         "_meta": {"corpus": "$version"},
         "properties": {
           "id": {"type": "keyword"},
           "name": {"type": "text", "fields": {"keyword": {"type": "keyword"}}},
           "osi_approved": {"type": "boolean"},
           "url": {"type": "keyword"},
           "text": {"type": "text"},
           "content_simhash": {"type": "simhash"}}}}
      """;

  private final Rest rest;
  private final Console console;
  private final CorpusLoader loader;

  LicenseIndex(Rest rest, Console console) {
    this.rest = rest;
    this.console = console;
    this.loader = new CorpusLoader(rest, console, NAME);
  }

  /** Loads the corpus, unless an earlier run has done so to the end. */
  void loadUnlessComplete(Corpus corpus) throws IOException {
    if (loader.holds(Corpus.VERSION, corpus.size())) {
      console.line("Index " + NAME + " holds all " + corpus.size() + " documents already");
      return;
    }
    rest.put("/_ingest/pipeline/simhash", PIPELINE);
    loader.create(INDEX.replace("$version", Corpus.VERSION));
    long began = System.nanoTime();
    loader.load(
        corpus.licenses().stream()
            .map(license -> new CorpusLoader.Document(license.id(), license.json()))
            .toList(),
        "");
    console.line(
        String.format(
            Locale.ROOT,
            "Loaded %d license texts through the pipeline simhash in %.1f s",
            corpus.size(),
            (System.nanoTime() - began) / 1e9));
  }
}
