// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.fingerprint.Fingerprint;
import java.util.Locale;

/** How a fingerprint is indexed. Nothing else is stored, not even {@code _source}. */
public enum Layout {
  /** Without the plugin: a number for scripts, and four terms for lookups. */
  PLAIN(
      """
      "h": {"type": "long", "index": false},
      "s0": {"type": "keyword", "doc_values": false}, "s1": {"type": "keyword", "doc_values": false},
      "s2": {"type": "keyword", "doc_values": false}, "s3": {"type": "keyword", "doc_values": false}
      """) {
    @Override
    void document(long fingerprint, StringBuilder out) {
      out.append("{\"h\":").append(fingerprint);
      String hex = Fingerprint.toHex(fingerprint);
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        out.append(",\"s").append(s).append("\":\"").append(hex, 4 * s, 4 * s + 4).append('"');
      }
      out.append("}\n");
    }
  },

  /** The field type of the plugin. */
  SIMHASH("\"h\": {\"type\": \"simhash\"}") {
    @Override
    void document(long fingerprint, StringBuilder out) {
      out.append("{\"h\":\"").append(Fingerprint.toHex(fingerprint)).append("\"}\n");
    }
  },

  /** No fingerprint at all, as the baseline. */
  NONE("") {
    @Override
    void document(long fingerprint, StringBuilder out) {
      out.append("{}\n");
    }
  };

  /** The field. */
  static final String FIELD = "h";

  private final String properties;

  Layout(String properties) {
    this.properties = properties;
  }

  /** Writes a document as a line of a bulk request. */
  abstract void document(long fingerprint, StringBuilder out);

  public String mappings() {
    return mappings(properties);
  }

  /** The mappings of an index that has these fields and nothing else. */
  public static String mappings(String properties) {
    return String.format(
        Locale.ROOT,
        """
        {"_source": {"enabled": false, "recovery_source_enabled": false}, "dynamic": "strict",
         "properties": {%s}}
        """,
        properties);
  }

  /** The name of the index. */
  public String index() {
    return "compare-" + toString();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
