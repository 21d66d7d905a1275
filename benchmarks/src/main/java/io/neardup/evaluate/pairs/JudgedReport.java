// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.evaluate.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Tables of what rules say about labeled pairs. */
final class JudgedReport {
  private JudgedReport() {}

  /** A row for each rule. */
  static Table rules(Judged judged) {
    List<List<String>> rows = new ArrayList<>();
    for (Rule rule : Rule.all()) {
      Counts counts = judged.counts(rule);
      rows.add(
          List.of(
              rule.name(),
              Integer.toString(counts.taken()),
              Integer.toString(counts.right()),
              number(counts.precision()),
              number(counts.recall()),
              number(counts.f1())));
    }
    return new Table(
        1, List.of("rule", "taken for the same", "right", "precision", "recall", "F1"), rows);
  }

  /** A row for each kind of pair: how many rules take for the same. */
  static Table kinds(Judged judged, List<Rule> rules) {
    Map<String, List<LabeledPair>> kinds = new TreeMap<>(Comparator.naturalOrder());
    for (LabeledPair pair : judged.set().pairs()) {
      String label = pair.label().name().toLowerCase(Locale.ROOT);
      String kind = label + (pair.kind().isEmpty() ? "" : ": " + pair.kind());
      kinds.computeIfAbsent(kind, key -> new ArrayList<>()).add(pair);
    }
    List<String> header = new ArrayList<>(List.of("kind", "pairs"));
    rules.forEach(rule -> header.add(rule.name()));
    List<List<String>> rows = new ArrayList<>();
    kinds.forEach(
        (kind, pairs) -> {
          List<String> row = new ArrayList<>(List.of(kind, Integer.toString(pairs.size())));
          for (Rule rule : rules) {
            row.add(Long.toString(pairs.stream().filter(p -> judged.takes(rule, p)).count()));
          }
          rows.add(row);
        });
    return new Table(1, header, rows);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
  }
}
