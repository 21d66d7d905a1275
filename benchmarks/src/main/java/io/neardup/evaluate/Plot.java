// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Precision over recall as SVG: one curve for each feature set, with marks at some distances, and
 * as a dashed line what the exact index of Jaccard makes of the best set. Text stays text and
 * nothing depends on the fonts of the machine, so that the same numbers give the same file.
 */
final class Plot {
  private static final int LEFT = 56;
  private static final int TOP = 40;
  private static final int SIZE = 400;
  private static final int LEGEND = LEFT + SIZE + 24;
  private static final int LINE = 20;
  private static final int WIDTH = 760;
  private static final int HEIGHT = TOP + SIZE + 48;

  /** Told apart by most kinds of color blindness (Okabe and Ito 2008). */
  private static final List<String> COLORS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

  /** Around 0,0; one for each distance. */
  private static final List<String> MARKS =
      List.of("M-4-4h8v8h-8z", "M0-6L6 5H-6z", "M-6 0L0-6 6 0 0 6z", "M-5-5L5 5M-5 5L5-5");

  private final StringBuilder svg = new StringBuilder();
  private int legendLines;

  private Plot() {}

  /**
   * The file's content.
   *
   * @param measurements one for each feature set
   * @param distances those that are marked, four at most
   */
  static String svg(String title, List<Measurement> measurements, List<Integer> distances) {
    Plot plot = new Plot();
    plot.frame(title);
    measurements.stream()
        .filter(measurement -> measurement.others().jaccard() != null)
        .max(Comparator.comparingDouble(Report::bestF1))
        .ifPresent(plot::bound);
    for (int i = 0; i < measurements.size(); i++) {
      plot.curve(measurements.get(i), COLORS.get(i % COLORS.size()), distances);
    }
    for (int i = 0; i < Math.min(MARKS.size(), distances.size()); i++) {
      plot.legend("distance " + distances.get(i), mark(i, 10, 0, "#444444"));
    }
    return plot.svg.append("</svg>\n").toString();
  }

  private void frame(String title) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\" fill=\"none\">",
        WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    text(LEFT, TOP - 16, "start", title);
    for (int i = 0; i <= 5; i++) {
      double value = i / 5.0;
      add("<path stroke=\"#dddddd\" d=\"M%s %sH%s\"/>", x(0), y(value), x(1));
      add("<path stroke=\"#dddddd\" d=\"M%s %sV%s\"/>", x(value), y(0), y(1));
      text(LEFT - 8, TOP + SIZE - i * SIZE / 5 + 4, "end", tick(i));
      text(LEFT + i * SIZE / 5, TOP + SIZE + 18, "middle", tick(i));
    }
    text(LEFT + SIZE / 2, TOP + SIZE + 38, "middle", "recall");
    add(
        "<text fill=\"black\" text-anchor=\"middle\" transform=\"translate(14 %d)"
            + " rotate(-90)\">precision</text>",
        TOP + SIZE / 2);
  }

  private void bound(Measurement measurement) {
    // In steps of 0.01, and without the pairs that have nothing in common.
    List<Curve.Point> points =
        IntStream.range(0, 100).mapToObj(i -> measurement.others().jaccard().at(i * 10)).toList();
    String style = "stroke=\"#888888\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"";
    polyline(points, style);
    legend("Jaccard of " + name(measurement), "<path d=\"M0 0h20\" " + style + "/>");
  }

  private void curve(Measurement measurement, String color, List<Integer> distances) {
    String style = "stroke=\"" + color + "\" stroke-width=\"2\"";
    polyline(
        IntStream.range(0, measurement.simHash().buckets())
            .mapToObj(measurement.simHash()::at)
            .toList(),
        style);
    for (int i = 0; i < Math.min(MARKS.size(), distances.size()); i++) {
      Curve.Point point = measurement.simHash().at(distances.get(i));
      if (point.found() > 0) {
        add("%s", mark(i, x(point.recall()), y(point.precision()), color));
      }
    }
    legend(name(measurement), "<path d=\"M0 0h20\" " + style + "/>");
  }

  private void polyline(List<Curve.Point> points, String style) {
    add(
        "<polyline %s points=\"%s\"/>",
        style,
        points.stream()
            .filter(point -> point.found() > 0)
            .map(point -> x(point.recall()) + "," + y(point.precision()))
            .distinct()
            .collect(Collectors.joining(" ")));
  }

  private static String mark(int index, Object x, Object y, String color) {
    return String.format(
        Locale.ROOT,
        "<path transform=\"translate(%s %s)\" stroke=\"%s\" stroke-width=\"1.5\" fill=\"white\""
            + " fill-opacity=\"0.6\" d=\"%s\"/>",
        x,
        y,
        color,
        MARKS.get(index));
  }

  private void legend(String label, String symbol) {
    int y = TOP + 8 + LINE * legendLines++;
    add("<g transform=\"translate(%d %d)\">%s</g>", LEGEND, y, symbol);
    text(LEGEND + 28, y + 4, "start", label);
  }

  private void text(int x, int y, String anchor, String text) {
    add(
        "<text x=\"%d\" y=\"%d\" fill=\"black\" text-anchor=\"%s\">%s</text>",
        x, y, anchor, escape(text));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String tick(int fifth) {
    return String.format(Locale.ROOT, "%.1f", fifth / 5.0);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String x(double recall) {
    return String.format(Locale.ROOT, "%.1f", LEFT + SIZE * recall);
  }

  private static String y(double precision) {
    return String.format(Locale.ROOT, "%.1f", TOP + SIZE * (1 - precision));
  }

  private static String name(Measurement measurement) {
    return measurement.features().features() + ", " + measurement.weights().label();
  }
}
