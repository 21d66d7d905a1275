// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.evaluate.features.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Documents, and some pairs of them with a label. The documents are more than those of the pairs:
 * what is rare is counted among them all.
 */
record LabeledSet(String name, List<Document> documents, List<LabeledPair> pairs) {
  /**
   * Reads pairs: tab-separated, two ids, a label and perhaps a kind, under a line of names.
   *
   * @throws IllegalArgumentException for lines that say something else, or nothing
   */
  static LabeledSet read(String name, List<Document> documents, Path labels) throws IOException {
    Map<String, Integer> places = new HashMap<>();
    for (Document document : documents) {
      places.put(document.id(), places.size());
    }
    List<String> lines = Files.readAllLines(labels, StandardCharsets.UTF_8);
    List<LabeledPair> pairs = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      pairs.add(pair(line, places));
    }
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("[labels] must have a pair, got none in [" + labels + "]");
    }
    return new LabeledSet(name, documents, pairs);
  }

  private static LabeledPair pair(String line, Map<String, Integer> places) {
    String[] columns = line.split("\t", -1);
    if (columns.length < 3) {
      throw new IllegalArgumentException(
          "[labels] must have two ids and a label in each line, got [" + line + "]");
    }
    return new LabeledPair(
        place(columns[0], places),
        place(columns[1], places),
        Label.of(columns[2]),
        columns.length > 3 ? columns[3] : "");
  }

  private static int place(String id, Map<String, Integer> places) {
    Integer place = places.get(id);
    if (place == null) {
      throw new IllegalArgumentException(
          "[labels] names a document that is not there, got [" + id + "]");
    }
    return place;
  }
}
