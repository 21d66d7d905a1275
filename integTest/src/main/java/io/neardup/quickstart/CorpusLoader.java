// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.neardup.console.Progress;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Fills an index in small bulks, and tells whether an earlier run has done so to the end. */
final class CorpusLoader {
  private static final int BULK_SIZE = 50;

  private final Rest rest;
  private final Console console;
  private final String index;

  CorpusLoader(Rest rest, Console console, String index) {
    this.rest = rest;
    this.console = console;
    this.index = index;
  }

  /** A document and its id. */
  record Document(String id, String json) {}

  /** The corpus that the index says it holds, in its mapping's _meta; empty without an index. */
  String corpus() throws IOException {
    Rest.Answer mapping = rest.send("GET", "/" + index + "/_mapping", null);
    JsonNode meta = mapping.body().path(index).path("mappings").path("_meta");
    return mapping.status() == 404 ? "" : meta.path("corpus").asText();
  }

  /** Whether the index holds this corpus, and as many documents. */
  boolean holds(String corpus, int documents) throws IOException {
    if (corpus().equals(corpus) == false) {
      return false;
    }
    console.during(
        "opening " + index,
        () -> rest.get("/_cluster/health/" + index + "?wait_for_status=yellow&timeout=60s"));
    return rest.get("/" + index + "/_count").path("count").asLong() == documents;
  }

  /** Creates the index anew. */
  void create(String body) throws IOException {
    rest.delete("/" + index + "?ignore_unavailable=true");
    rest.put("/" + index, body);
  }

  /** Writes all documents, in this order, and refreshes. */
  void load(List<Document> documents, String parameters) throws IOException {
    try (Progress progress = console.progress("Loading " + index, documents.size())) {
      for (int from = 0; from < documents.size(); from += BULK_SIZE) {
        int to = Math.min(from + BULK_SIZE, documents.size());
        List<String> lines = new ArrayList<>();
        for (Document document : documents.subList(from, to)) {
          JsonNode id = JsonNodeFactory.instance.textNode(document.id());
          lines.add("{\"index\": {\"_id\": " + id + "}}");
          lines.add(document.json());
        }
        rest.bulk("/" + index + "/_bulk" + parameters, lines);
        progress.stepTo(to);
      }
    }
    rest.post("/" + index + "/_refresh", null);
  }
}
