// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was measured, as tables. */
final class Report {
  /** Distances beyond are nearer to unrelated texts (32 on average) than to copies. */
  static final int MAX_DISTANCE = 32;

  private static final int JACCARD_BUCKETS = 1000;

  private Report() {}

  /** One sample: the best F1 first, then precision and recall at some distances. */
  static Table summary(List<Measurement> measurements, List<Integer> distances) {
    List<String> header = new ArrayList<>(List.of("units", "features", "weights", "best F1", "at"));
    distances.forEach(distance -> header.add("P, R at " + distance));
    header.addAll(List.of("hash4j F1", "at", "Jaccard F1", "at"));
    return new Table(
        3,
        header,
        measurements.stream()
            .sorted(Comparator.comparingDouble(Report::bestF1).reversed())
            .map(measurement -> summary(measurement, distances))
            .map(Stream::toList)
            .toList());
  }

  static double bestF1(Measurement measurement) {
    return measurement.simHash().best(MAX_DISTANCE + 1).f1();
  }

  private static Stream<String> summary(Measurement measurement, List<Integer> distances) {
    Curve.Point jaccard = measurement.others().jaccard().best(JACCARD_BUCKETS);
    return Stream.of(
            labels(measurement),
            best(measurement.simHash()),
            distances.stream().map(measurement.simHash()::at).map(Report::precisionAndRecall),
            measurement.others().hash4j() == null
                ? Stream.of("", "")
                : best(measurement.others().hash4j()),
            Stream.of(number(jaccard.f1()), number(Evaluator.similarity(jaccard.bucket()))))
        .flatMap(Function.identity());
  }

  private static Stream<String> best(Curve curve) {
    Curve.Point best = curve.best(MAX_DISTANCE + 1);
    return Stream.of(number(best.f1()), Integer.toString(best.bucket()));
  }

  private static String precisionAndRecall(Curve.Point point) {
    return number(point.precision()) + ", " + number(point.recall());
  }

  /**
   * Samples that differ by how much was edited: for each percentage the mean recall of all kinds of
   * edits, and the lowest precision of any sample.
   */
  static Table edits(Map<Integer, List<Measurement>> byPercent, int distance) {
    List<String> header = new ArrayList<>(List.of("units", "features", "weights"));
    byPercent.keySet().forEach(percent -> header.add(percent + " %"));
    header.add("lowest P");
    Map<List<String>, Map<Integer, List<Curve.Point>>> rows = new LinkedHashMap<>();
    byPercent.forEach(
        (percent, measurements) ->
            measurements.forEach(
                measurement ->
                    rows.computeIfAbsent(labels(measurement).toList(), key -> new TreeMap<>())
                        .computeIfAbsent(percent, key -> new ArrayList<>())
                        .add(measurement.simHash().at(distance))));
    return new Table(
        3,
        header,
        rows.entrySet().stream().map(row -> edits(row.getKey(), row.getValue())).toList());
  }

  private static List<String> edits(
      List<String> labels, Map<Integer, List<Curve.Point>> byPercent) {
    List<String> row = new ArrayList<>(labels);
    byPercent.values().forEach(points -> row.add(number(mean(points))));
    row.add(
        number(
            byPercent.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Curve.Point::precision)
                .min()
                .orElseThrow()));
    return row;
  }

  private static double mean(List<Curve.Point> points) {
    return points.stream().mapToDouble(Curve.Point::recall).average().orElseThrow();
  }

  /** Everything, a line for each distance. */
  static Table details(List<Measurement> measurements) {
    return new Table(
        4,
        List.of(
            "sample",
            "units",
            "features",
            "weights",
            "distance",
            "found",
            "right",
            "missed",
            "precision",
            "recall",
            "f1"),
        measurements.stream()
            .flatMap(
                measurement ->
                    IntStream.rangeClosed(0, MAX_DISTANCE)
                        .mapToObj(measurement.simHash()::at)
                        .map(point -> details(measurement, point)))
            .toList());
  }

  private static List<String> details(Measurement measurement, Curve.Point point) {
    return Stream.of(
            Stream.of(measurement.sample().name()),
            labels(measurement),
            Stream.of(point.bucket(), point.found(), point.right(), point.missed())
                .map(Object::toString),
            Stream.of(point.precision(), point.recall(), point.f1())
                .map(value -> String.format(Locale.ROOT, "%.4f", value)))
        .flatMap(Function.identity())
        .collect(Collectors.toList());
  }

  private static Stream<String> labels(Measurement measurement) {
    return Stream.of(
        measurement.features().family(),
        measurement.features().features(),
        measurement.weights().label());
  }

  /** Cut, not rounded: only what is exact is shown as 1.00. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", Math.floor(value * 100 + 1e-9) / 100);
  }
}
