// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;

/** The index of license texts and the pipeline that fingerprints them on their way in. */
final class LicenseIndex {
  static final String NAME = "licenses";
  static final String FIELD = "content_simhash";

  private static final int BULK_SIZE = 50;

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

  LicenseIndex(Rest rest, Console console) {
    this.rest = rest;
    this.console = console;
  }

  /** Loads the corpus, unless an earlier run has done so to the end. */
  void loadUnlessComplete(Corpus corpus) throws IOException {
    if (isComplete(corpus)) {
      console.line("Index " + NAME + " holds all " + corpus.size() + " documents already");
      return;
    }
    create();
    long began = System.nanoTime();
    load(corpus.licenses());
    console.line(
        String.format(
            Locale.ROOT,
            "Loaded %d license texts through the pipeline simhash in %.1f s",
            corpus.size(),
            (System.nanoTime() - began) / 1e9));
  }

  private boolean isComplete(Corpus corpus) throws IOException {
    Rest.Answer mapping = rest.send("GET", "/" + NAME + "/_mapping", null);
    if (mapping.status() == 404) {
      return false;
    }
    rest.get("/_cluster/health/" + NAME + "?wait_for_status=yellow&timeout=60s");
    JsonNode loaded = mapping.body().path(NAME).path("mappings").path("_meta").path("corpus");
    long count = rest.get("/" + NAME + "/_count").path("count").asLong();
    return loaded.asText().equals(Corpus.VERSION) && count == corpus.size();
  }

  private void create() throws IOException {
    rest.put("/_ingest/pipeline/simhash", PIPELINE);
    rest.delete("/" + NAME + "?ignore_unavailable=true");
    rest.put("/" + NAME, INDEX.replace("$version", Corpus.VERSION));
  }

  private void load(List<Corpus.License> licenses) throws IOException {
    try (ProgressBar bar = console.bar("Loading " + NAME, licenses.size())) {
      for (int from = 0; from < licenses.size(); from += BULK_SIZE) {
        int to = Math.min(from + BULK_SIZE, licenses.size());
        List<String> lines = new ArrayList<>();
        for (Corpus.License license : licenses.subList(from, to)) {
          JsonNode id = JsonNodeFactory.instance.textNode(license.id());
          lines.add("{\"index\": {\"_id\": " + id + "}}");
          lines.add(license.json());
        }
        rest.bulk("/" + NAME + "/_bulk", lines);
        bar.stepTo(to);
      }
    }
    rest.post("/" + NAME + "/_refresh", null);
  }
}
