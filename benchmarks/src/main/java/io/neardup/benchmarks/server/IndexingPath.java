// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is made of documents while they are indexed, each with its own index and pipeline. */
enum IndexingPath {
  /** No pipeline. */
  PLAIN("without", ""),

  /** A trivial pipeline, which shows the server's own share. */
  SET("with set", "{\"set\": {\"field\": \"section\", \"value\": \"world\"}}"),

  /** Fingerprinted. */
  SIMHASH("with simhash", sketch("simhash"), "simhash"),

  /** Fingerprinted and signed, from one analysis. */
  BOTH(
      "with simhash and minhash",
      sketch("simhash") + ", " + sketch("minhash"),
      "simhash",
      "minhash");

  private static final String MAPPINGS =
      """
      {"properties": {"title": {"type": "text"}, "content": {"type": "text"},
                      "section": {"type": "keyword"}, "published": {"type": "date"}%s}}
      """;

  private final String title;
  private final String processors;
  private final List<String> types;

  /**
   * @param types of the fields that the processors write
   */
  IndexingPath(String title, String processors, String... types) {
    this.title = title;
    this.processors = processors;
    this.types = List.of(types);
  }

  private static String sketch(String type) {
    return String.format(
        Locale.ROOT,
        "{\"%s\": {\"fields\": [\"title\", \"content\"], \"target_field\": \"%s\"}}",
        type,
        field(type));
  }

  private static String field(String type) {
    return "content_" + type;
  }

  /** The fields that the processors write. */
  List<String> fields() {
    return types.stream().map(IndexingPath::field).toList();
  }

  /** All fields that any path writes. */
  static List<String> allFields() {
    return Arrays.stream(values()).flatMap(one -> one.fields().stream()).distinct().toList();
  }

  /** The name of the pipeline. */
  String pipeline() {
    return this == PLAIN ? "_none" : toString();
  }

  String processors() {
    return "{\"processors\": [" + processors + "]}";
  }

  String mappings() {
    String more =
        types.stream()
            .map(type -> ", \"" + field(type) + "\": {\"type\": \"" + type + "\"}")
            .collect(Collectors.joining());
    return String.format(Locale.ROOT, MAPPINGS, more);
  }

  /** The name of the index. */
  String index() {
    return "indexing-" + this;
  }

  String title() {
    return title;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
