// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;

/**
 * The dashboard as a drawing, made without Dashboards: each panel at its place, with what its own
 * search answers. Below it, the panel of neighbors, which Dashboards opens on its own.
 */
public final class DashboardPicture {
  /** Pixels of a cell of the grid. */
  private static final int CELL = 20;

  private static final int NEIGHBORS_HEIGHT = 15;

  private DashboardPicture() {}

  /** Answers searches. */
  @FunctionalInterface
  public interface Server {
    /** The answer, which must be complete. */
    JsonNode search(PanelSearch search) throws IOException;
  }

  /** The file's content. */
  public static String svg(SavedObjects objects, Server server) throws IOException {
    List<Panel> panels = Panel.of(objects);
    int rows = panels.stream().mapToInt(panel -> panel.y() + panel.height()).max().orElseThrow();
    Svg svg = new Svg(Panel.COLUMNS * CELL, (rows + NEIGHBORS_HEIGHT) * CELL);
    for (Panel panel : panels) {
      draw(panel, svg, server.search(PanelSearch.of(objects, panel.object())));
    }
    for (SavedObject object : objects.all("visualization")) {
      if (panels.stream().noneMatch(panel -> panel.object().equals(object))) {
        Panel beside = new Panel(object, 0, rows, Panel.COLUMNS, NEIGHBORS_HEIGHT);
        draw(beside, svg, server.search(PanelSearch.of(objects, object)));
      }
    }
    return svg.toString();
  }

  private static void draw(Panel panel, Svg svg, JsonNode answer) {
    SavedObject object = panel.object();
    Frame frame =
        Frame.of(
            svg,
            object.title(),
            panel.x() * CELL,
            panel.y() * CELL,
            panel.width() * CELL,
            panel.height() * CELL);
    JsonNode aggregations = answer.path("aggregations");
    switch (object.at("/visState/type").asText()) {
      case "metric" -> NumbersDrawing.draw(frame, new Aggregations(object), aggregations);
      case "histogram" -> BarsDrawing.draw(frame, new Aggregations(object), aggregations);
      case "table" -> TableDrawing.draw(frame, new Aggregations(object), aggregations);
      case "vega" -> VegaDrawing.draw(frame, object, new Vega(object).rows(answer));
      default -> object.check(false, "is of a type that is not drawn");
    }
  }
}
