// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A panel of the dashboard and its place, in the grid of 48 columns.
 *
 * @param object what it shows
 */
public record Panel(SavedObject object, int x, int y, int width, int height) {
  /** How many columns the grid has. */
  public static final int COLUMNS = 48;

  /** All panels of the only dashboard; refuses those that overlap or leave the grid. */
  public static List<Panel> of(SavedObjects objects) {
    SavedObject dashboard = objects.only("dashboard");
    List<Panel> panels = new ArrayList<>();
    for (JsonNode json : dashboard.at("/panelsJSON")) {
      Panel panel = of(objects.target(dashboard, json.path("panelRefName").asText()), json);
      String i = json.path("panelIndex").asText();
      dashboard.check(
          json.at("/gridData/i").asText().equals(i), "needs [i] as the panelIndex " + i);
      dashboard.check(panel.x + panel.width <= COLUMNS, "has a panel beyond the grid: " + panel);
      dashboard.check(
          panels.stream().noneMatch(panel::overlaps), "has panels one over the other: " + panel);
      panels.add(panel);
    }
    return panels;
  }

  private static Panel of(SavedObject object, JsonNode json) {
    JsonNode grid = json.path("gridData");
    return new Panel(
        object,
        grid.path("x").asInt(),
        grid.path("y").asInt(),
        grid.path("w").asInt(),
        grid.path("h").asInt());
  }

  private boolean overlaps(Panel other) {
    return x < other.x + other.width
        && other.x < x + width
        && y < other.y + other.height
        && other.y < y + height;
  }
}
