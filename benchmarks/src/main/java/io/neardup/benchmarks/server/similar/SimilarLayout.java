// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.similar;

import io.neardup.benchmarks.server.Layout;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.util.Base64;
import java.util.Locale;

/** How a set of features is indexed to find similar ones. Nothing else is stored. */
public enum SimilarLayout {
  /** The field type of the plugin, with its defaults. */
  MINHASH("\"h\": {\"type\": \"minhash\"}", "") {
    @Override
    void fields(int[] set, StringBuilder out) {
      out.append("{\"h\":\"").append(PlantedSets.signature(set)).append("\"}\n");
    }
  },

  /** The same signatures without the plugin: a term for each band, and bytes for scripts. */
  PLAIN(
      """
      "bands": {"type": "keyword", "doc_values": false}, "h": {"type": "binary", "doc_values": true}
      """,
      "") {
    @Override
    void fields(int[] set, StringBuilder out) {
      MinHashSignature signature = PlantedSets.signature(set);
      out.append("{\"bands\":[").append(bands(signature, BANDS.count())).append("],\"h\":\"");
      out.append(Base64.getEncoder().encodeToString(signature.toBytes())).append("\"}\n");
    }
  },

  /** The token filter {@code min_hash} of Lucene over the features as words. */
  TOKENS(
      """
      "h": {"type": "text", "analyzer": "min_hash", "norms": false, "index_options": "docs"}
      """,
      """
      , "analysis": {"analyzer": {"min_hash": {"tokenizer": "whitespace", "filter": ["buckets"]}},
        "filter": {"buckets": {"type": "min_hash", "hash_count": 1, "bucket_count": 128,
                               "hash_set_size": 1, "with_rotation": true}}}
      """) {
    @Override
    void fields(int[] set, StringBuilder out) {
      out.append("{\"h\":\"").append(words(set)).append("\"}\n");
    }
  },

  /** Documents without anything, as the baseline. */
  NONE("", "") {
    @Override
    void fields(int[] set, StringBuilder out) {
      out.append("{}\n");
    }
  };

  /** The bands of a field with the defaults. */
  static final Bands BANDS = Bands.of(0.7, 0.95);

  private final String properties;
  private final String settings;

  SimilarLayout(String properties, String settings) {
    this.properties = properties;
    this.settings = settings;
  }

  /** Writes a document's fields as a line of a bulk request. */
  abstract void fields(int[] set, StringBuilder out);

  /** Writes a document as two lines of a bulk request. */
  void document(PlantedSets sets, int document, StringBuilder out) {
    String id = sets.id(document);
    out.append(id == null ? "{\"index\":{}}\n" : "{\"index\":{\"_id\":\"" + id + "\"}}\n");
    fields(this == NONE ? new int[0] : sets.set(document), out);
  }

  /** The first bands as strings of JSON. */
  static String bands(MinHashSignature signature, int count) {
    long[] keys = BANDS.keys(signature);
    StringBuilder bands = new StringBuilder();
    for (int band = 0; band < count; band++) {
      bands.append(band == 0 ? "\"" : ",\"").append(Integer.toString(band, 36)).append(':');
      bands.append(Long.toString(keys[band], 36)).append('"');
    }
    return bands.toString();
  }

  /** The features as words. */
  static String words(int... set) {
    StringBuilder words = new StringBuilder(9 * set.length);
    for (int feature : set) {
      words.append(words.isEmpty() ? "" : " ").append(Integer.toUnsignedString(feature, 36));
    }
    return words.toString();
  }

  public String mappings() {
    return Layout.mappings(properties);
  }

  String settings() {
    return settings;
  }

  /** The name of the index. */
  String index() {
    return "similar-" + toString();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
