// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

/** The part of the drawing that a panel has to itself, below its title. */
record Frame(Svg svg, double x, double y, double width, double height) {
  private static final double MARGIN = 4;
  private static final double PADDING = 12;
  private static final double TITLE = 30;

  /** Draws the background and the title of a panel. */
  static Frame of(Svg svg, String title, double x, double y, double width, double height) {
    svg.rect(x + MARGIN, y + MARGIN, width - 2 * MARGIN, height - 2 * MARGIN, "white");
    svg.text(x + MARGIN + PADDING, y + MARGIN + 20, "start", 13, title);
    return new Frame(
        svg,
        x + MARGIN + PADDING,
        y + MARGIN + TITLE,
        width - 2 * (MARGIN + PADDING),
        height - 2 * MARGIN - TITLE - PADDING);
  }

  double right() {
    return x + width;
  }

  double bottom() {
    return y + height;
  }

  /** The rest, when this much is taken on each side. */
  Frame without(double left, double top, double right, double bottom) {
    return new Frame(svg, x + left, y + top, width - left - right, height - top - bottom);
  }
}
