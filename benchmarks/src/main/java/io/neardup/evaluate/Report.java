// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was measured by distance, as tables. */
public final class Report {
  /** What a point of a curve says. */
  static final List<String> COUNTS =
      List.of("found", "right", "missed", "precision", "recall", "f1");

  private static final List<String> LABELS = List.of("units", "features", "weights");

  /** A number that there is none of. */
  static final String NONE = "\u2013";

  private Report() {}

  /** One sample: the best F1 first, then precision and recall at some distances. */
  static Table summary(List<Measurement> measurements, List<Integer> distances) {
    List<String> header = new ArrayList<>(LABELS);
    header.addAll(List.of("best F1", "at"));
    distances.forEach(distance -> header.add("P, R at " + distance));
    header.addAll(List.of("hash4j F1", "at", "Jaccard F1", "at"));
    return new Table(
        LABELS.size(),
        header,
        measurements.stream()
            .sorted(Comparator.comparingDouble(Report::bestF1).reversed())
            .map(measurement -> summary(measurement, distances))
            .toList());
  }

  static double bestF1(Measurement measurement) {
    return measurement.best().f1();
  }

  private static List<String> summary(Measurement measurement, List<Integer> distances) {
    List<String> row = new ArrayList<>(labels(measurement));
    row.addAll(best(measurement.simHash()));
    distances.forEach(distance -> row.add(precisionAndRecall(measurement.simHash().at(distance))));
    row.addAll(best(measurement.others().hash4j()));
    row.addAll(bestJaccard(measurement.others().jaccard()));
    return row;
  }

  private static List<String> best(Curve curve) {
    if (curve == null) {
      return List.of(NONE, NONE);
    }
    Curve.Point best = curve.best(curve.buckets());
    return List.of(number(best.f1()), Integer.toString(best.bucket()));
  }

  private static List<String> bestJaccard(Curve curve) {
    if (curve == null) {
      return List.of(NONE, NONE);
    }
    Curve.Point best = curve.best(Confirmation.STEPS);
    return List.of(number(best.f1()), number(Confirmation.similarity(best.bucket())));
  }

  static String precisionAndRecall(Curve.Point point) {
    return number(point.precision()) + ", " + number(point.recall());
  }

  /**
   * Samples that differ by how much was edited: for each percentage the mean recall of all kinds of
   * edits, and the lowest precision of any sample.
   */
  static Table edits(Map<Integer, List<Measurement>> byPercent, int distance) {
    Map<List<String>, Map<Integer, List<Curve.Point>>> rows = new LinkedHashMap<>();
    byPercent.forEach(
        (percent, measurements) ->
            measurements.forEach(
                measurement ->
                    rows.computeIfAbsent(labels(measurement), key -> new TreeMap<>())
                        .computeIfAbsent(percent, key -> new ArrayList<>())
                        .add(measurement.simHash().at(distance))));
    return edits(LABELS, byPercent.keySet(), rows);
  }

  /**
   * The same of any points.
   *
   * @param labels of the columns that name a row
   */
  static Table edits(
      List<String> labels,
      Set<Integer> percents,
      Map<List<String>, Map<Integer, List<Curve.Point>>> rows) {
    List<String> header = new ArrayList<>(labels);
    percents.forEach(percent -> header.add(percent + " %"));
    header.add("lowest P");
    return new Table(
        labels.size(),
        header,
        rows.entrySet().stream().map(row -> edits(row.getKey(), row.getValue())).toList());
  }

  private static List<String> edits(
      List<String> labels, Map<Integer, List<Curve.Point>> byPercent) {
    List<String> row = new ArrayList<>(labels);
    byPercent.values().forEach(points -> row.add(number(mean(points))));
    row.add(number(lowestPrecision(byPercent.values())));
    return row;
  }

  private static double mean(List<Curve.Point> points) {
    return points.stream().mapToDouble(Curve.Point::recall).average().orElseThrow();
  }

  /** Of the samples in which anything was found. */
  private static double lowestPrecision(Collection<List<Curve.Point>> points) {
    return points.stream()
        .flatMap(List::stream)
        .filter(point -> point.found() > 0)
        .mapToDouble(Curve.Point::precision)
        .min()
        .orElse(Double.NaN);
  }

  /** Everything, a line for each distance. */
  static Table details(List<Measurement> measurements) {
    List<String> header = new ArrayList<>(List.of("sample"));
    header.addAll(LABELS);
    header.add("distance");
    header.addAll(COUNTS);
    return new Table(
        1 + LABELS.size(),
        header,
        measurements.stream()
            .flatMap(
                measurement ->
                    IntStream.range(0, measurement.simHash().buckets())
                        .mapToObj(measurement.simHash()::at)
                        .map(point -> details(measurement, point)))
            .toList());
  }

  private static List<String> details(Measurement measurement, Curve.Point point) {
    List<String> row = new ArrayList<>(List.of(measurement.sample().name()));
    row.addAll(labels(measurement));
    row.add(Integer.toString(point.bucket()));
    row.addAll(counts(point));
    return row;
  }

  /** The numbers of {@link #COUNTS}; no precision where nothing is found. */
  static List<String> counts(Curve.Point point) {
    return Stream.concat(
            Stream.of(point.found(), point.right(), point.missed()).map(Object::toString),
            Stream.of(point.precision(), point.recall(), point.f1())
                .map(value -> Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.4f", value)))
        .toList();
  }

  private static List<String> labels(Measurement measurement) {
    return List.of(
        measurement.features().family(),
        measurement.features().features(),
        measurement.weights().label());
  }

  /** Cut, not rounded: only what is exact is shown as 1.00. NaN is no number. */
  public static String number(double value) {
    return Double.isNaN(value)
        ? NONE
        : String.format(Locale.ROOT, "%.2f", Math.floor(value * 100 + 1e-9) / 100);
  }
}
