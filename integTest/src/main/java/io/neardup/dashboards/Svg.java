// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import java.util.Formatter;
import java.util.Locale;

/**
 * A drawing. Text stays text and nothing depends on the fonts of the machine, so that the same data
 * give the same file.
 */
final class Svg {
  /** About what a character of size 12 takes; only long texts are cut by it. */
  private static final double CHARACTER = 6.8;

  private final Formatter out = new Formatter(Locale.ROOT);

  Svg(double width, double height) {
    out.format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\""
            + " font-family=\"sans-serif\" font-size=\"12\">\n",
        width, height);
    rect(0, 0, width, height, "#f5f7fa");
  }

  void rect(double x, double y, double width, double height, String color) {
    out.format(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
        x, y, width, height, color);
  }

  void dot(double x, double y, String color) {
    out.format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", x, y, color);
  }

  void line(double x, double y, double toX, double toY) {
    out.format(
        "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#d3dae6\" fill=\"none\"/>\n", x, y, toX, toY);
  }

  /** Text from here on, cut to this width. */
  void text(double x, double y, double width, String text) {
    text(x, y, "start", 12, cut(text, width));
  }

  void text(double x, double y, String anchor, int size, String text) {
    out.format(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\""
            + " fill=\"#343741\">%s</text>\n",
        x, y, anchor, size, text.replace("&", "&amp;").replace("<", "&lt;"));
  }

  private static String cut(String text, double width) {
    int fits = (int) (width / CHARACTER);
    return text.length() <= fits ? text : text.substring(0, Math.max(0, fits - 1)) + "…";
  }

  @Override
  public String toString() {
    return out + "</svg>\n";
  }
}
