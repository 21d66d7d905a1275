// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was found by candidates that were confirmed, as tables. */
final class ConfirmedReport {
  private static final List<String> LABELS =
      List.of("units", "features", "weights", "candidates", "confirmed by");

  private ConfirmedReport() {}

  /**
   * One sample: the best F1 first, then precision and recall at some similarities; how many
   * candidates a document has, and which part of the near-duplicates they are; only that if they
   * were too many to be confirmed.
   */
  static Table summary(List<Confirmed> results, List<Double> similarities) {
    List<String> header = new ArrayList<>(LABELS);
    header.addAll(List.of("best F1", "at"));
    similarities.forEach(similarity -> header.add("P, R at " + similarity));
    header.addAll(List.of("candidates each", "their R", "promised R"));
    return new Table(
        LABELS.size(),
        header,
        results.stream()
            .sorted(Comparator.comparingDouble(ConfirmedReport::bestF1).reversed())
            .map(one -> summary(one, similarities))
            .toList());
  }

  /** Behind all others what was not confirmed. */
  private static double bestF1(Confirmed one) {
    return one.measured() ? one.best().f1() : -1;
  }

  private static List<String> summary(Confirmed one, List<Double> similarities) {
    List<String> row = new ArrayList<>(labels(one));
    if (one.measured()) {
      Curve.Point best = one.best();
      row.add(Report.number(best.f1()));
      row.add(Report.number(Confirmation.similarity(best.bucket())));
      similarities.forEach(similarity -> row.add(Report.precisionAndRecall(one.at(similarity))));
    } else {
      row.addAll(Collections.nCopies(2 + similarities.size(), Report.NONE));
    }
    row.add(String.format(Locale.ROOT, "%.1f", one.candidatesEach()));
    row.add(Report.number(one.candidates().recall()));
    row.add(Report.number(one.search().promised()));
    return row;
  }

  /** As {@link Report#edits}, for the candidates that are at least so similar. */
  static Table edits(Map<Integer, List<Confirmed>> byPercent, double similarity) {
    Map<List<String>, Map<Integer, List<Curve.Point>>> rows = new LinkedHashMap<>();
    byPercent.forEach(
        (percent, results) ->
            measured(results)
                .forEach(
                    one ->
                        rows.computeIfAbsent(labels(one), key -> new TreeMap<>())
                            .computeIfAbsent(percent, key -> new ArrayList<>())
                            .add(one.at(similarity))));
    return Report.edits(LABELS, byPercent.keySet(), rows);
  }

  /** Everything, a line for each hundredth. */
  static Table details(List<Confirmed> results) {
    List<String> header = new ArrayList<>(List.of("sample"));
    header.addAll(LABELS);
    header.add("similarity");
    header.addAll(Report.COUNTS);
    return new Table(
        1 + LABELS.size(),
        header,
        measured(results)
            .flatMap(
                one -> IntStream.rangeClosed(0, 100).mapToObj(i -> details(one, 1 - i / 100.0)))
            .toList());
  }

  private static List<String> details(Confirmed one, double similarity) {
    List<String> row = new ArrayList<>(List.of(one.sample().name()));
    row.addAll(labels(one));
    row.add(String.format(Locale.ROOT, "%.2f", similarity));
    row.addAll(Report.counts(one.at(similarity)));
    return row;
  }

  private static Stream<Confirmed> measured(List<Confirmed> results) {
    return results.stream().filter(Confirmed::measured);
  }

  private static List<String> labels(Confirmed one) {
    return Stream.of(
            one.features().family(),
            one.features().features(),
            one.search().weights(),
            one.search().candidates(),
            one.by().label())
        .toList();
  }
}
