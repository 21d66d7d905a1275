// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Times over numbers of documents as SVG, both in powers of ten, so that what grows evenly is a
 * line. Text stays text and nothing depends on the fonts of the machine.
 */
final class TimePlot {
  private static final int LEFT = 64;
  private static final int TOP = 40;
  private static final int DECADE = 110;
  private static final String COLOR = "#0072b2";

  private final StringBuilder svg = new StringBuilder();
  private final int left;
  private final int right;
  private final int bottom;
  private final int top;

  private TimePlot(SortedMap<Integer, Double> seconds) {
    left = (int) Math.floor(Math.log10(seconds.firstKey()));
    right = Math.max(left + 1, (int) Math.ceil(Math.log10(seconds.lastKey())));
    List<Double> sorted = seconds.values().stream().sorted().toList();
    bottom = (int) Math.floor(Math.log10(sorted.get(0)));
    top = Math.max(bottom + 1, (int) Math.ceil(Math.log10(sorted.get(sorted.size() - 1))));
  }

  /**
   * The file's content.
   *
   * @param seconds by documents; at least one
   */
  static String svg(String title, Map<Integer, Double> seconds) {
    SortedMap<Integer, Double> sorted = new TreeMap<>(seconds);
    TimePlot plot = new TimePlot(sorted);
    plot.frame(title);
    plot.points(sorted);
    return plot.svg.append("</svg>\n").toString();
  }

  private void frame(String title) {
    int width = LEFT + DECADE * (right - left);
    int height = TOP + DECADE * (top - bottom);
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\" fill=\"none\">",
        Math.max(width + 90, 520), height + 56);
    add(
        "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>",
        Math.max(width + 90, 520), height + 56);
    text(LEFT, TOP - 16, "start", title);
    for (int decade = left; decade <= right; decade++) {
      String x = x(Math.pow(10, decade));
      add("<path stroke=\"#dddddd\" d=\"M%s %dV%d\"/>", x, TOP, height);
      add(
          "<text x=\"%s\" y=\"%d\" fill=\"black\" text-anchor=\"middle\">%s</text>",
          x, height + 18, power(decade));
    }
    for (int decade = bottom; decade <= top; decade++) {
      String y = y(Math.pow(10, decade));
      add("<path stroke=\"#dddddd\" d=\"M%d %sH%d\"/>", LEFT, y, width);
      add(
          "<text x=\"%d\" y=\"%s\" fill=\"black\" text-anchor=\"end\">%s s</text>",
          LEFT - 8, y, power(decade));
    }
    text((LEFT + width) / 2, height + 40, "middle", "documents");
  }

  private void points(SortedMap<Integer, Double> seconds) {
    add(
        "<polyline stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>",
        COLOR,
        seconds.entrySet().stream()
            .map(one -> x(one.getKey()) + "," + y(one.getValue()))
            .collect(Collectors.joining(" ")));
    seconds.forEach(
        (documents, time) -> {
          add("<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\"/>", x(documents), y(time), COLOR);
          add(
              "<text x=\"%s\" y=\"%s\" dx=\"8\" dy=\"16\" fill=\"black\">%s s</text>",
              x(documents), y(time), Report.number(time));
        });
  }

  private void text(int x, int y, String anchor, String text) {
    add(
        "<text x=\"%d\" y=\"%d\" fill=\"black\" text-anchor=\"%s\">%s</text>",
        x, y, anchor, text.replace("&", "&amp;").replace("<", "&lt;"));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String power(int decade) {
    return decade < 0
        ? String.format(Locale.ROOT, "%." + -decade + "f", Math.pow(10, decade))
        : String.format(Locale.ROOT, "%,.0f", Math.pow(10, decade));
  }

  private String x(double documents) {
    return String.format(Locale.ROOT, "%.1f", LEFT + DECADE * (Math.log10(documents) - left));
  }

  private String y(double seconds) {
    return String.format(Locale.ROOT, "%.1f", TOP + DECADE * (top - Math.log10(seconds)));
  }
}
