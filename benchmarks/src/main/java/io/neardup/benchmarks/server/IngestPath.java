// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.List;
import java.util.Locale;
import org.opensearch.common.UUIDs;

/** A way to ingest documents, each with its own index and pipeline. */
enum IngestPath {
  /** Fingerprinted. */
  SIMHASH("with simhash", ""),

  /** Fingerprinted and decided. */
  NEAR_DUP("with simhash and near_dup", ", {\"near_dup\": {\"field\": \"content_simhash\"}}"),

  /** Compared by their texts, without a fingerprint. */
  TEXTS("with near_dup of fields", "") {
    @Override
    String pipeline() {
      return "{\"processors\": [{\"near_dup\": {\"fields\": [\"title\", \"content\"]}}]}";
    }
  },

  /** Fingerprinted, with an {@code _id} as {@code near_dup} would give it. */
  GIVEN_IDS("with simhash, _id given", "") {
    @Override
    void action(StringBuilder out) {
      out.append("{\"index\":{\"_id\":\"").append(UUIDs.base64UUID()).append("\"}}\n");
    }
  };

  private static final String FINGERPRINT =
      "{\"simhash\": {\"fields\": [\"title\", \"content\"], \"target_field\":"
          + " \"content_simhash\"}}";

  private final String title;
  private final String processors;

  IngestPath(String title, String processors) {
    this.title = title;
    this.processors = processors;
  }

  /** The name of the index and of the pipeline. */
  String index() {
    return "dedup-" + name().toLowerCase(Locale.ROOT);
  }

  String pipeline() {
    return "{\"processors\": [" + FINGERPRINT + processors + "]}";
  }

  /** Appends the action line before a document. */
  void action(StringBuilder out) {
    out.append("{\"index\":{}}\n");
  }

  /** A bulk request with these texts. */
  byte[] request(List<String> texts) {
    StringBuilder lines = new StringBuilder();
    for (String text : texts) {
      action(lines);
      lines.append(text).append('\n');
    }
    return Loader.request(index(), lines);
  }

  @Override
  public String toString() {
    return title;
  }
}
