// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The Vega panels. Each is drawn by hand here, as its specification makes Vega draw it. */
final class VegaDrawing {
  private static final int MAX_DISTANCE = 12;

  private VegaDrawing() {}

  static void draw(Frame frame, SavedObject object, JsonNode rows) {
    switch (object.id()) {
      case "near-dup-copies" -> copies(frame.without(60, 20, 0, 0), rows);
      case "near-dup-skew" -> skew(frame.without(0, 20, 0, 0), rows);
      case "near-dup-neighbors" -> neighbors(frame.without(28, 8, 90, 20), rows);
      default -> object.check(false, "is not drawn");
    }
  }

  private static void copies(Frame frame, JsonNode groups) {
    SortedMap<String, SortedMap<String, Integer>> counts = new TreeMap<>();
    SortedSet<String> columns = new TreeSet<>();
    for (JsonNode group : groups) {
      String whom = group.at("/first/sources/buckets/0/key").asText();
      if (whom.isEmpty() == false) {
        columns.add(whom);
        for (JsonNode who : group.at("/copies/sources/buckets")) {
          counts
              .computeIfAbsent(who.path("key").asText(), key -> new TreeMap<>())
              .merge(whom, who.path("doc_count").asInt(), Integer::sum);
        }
      }
    }
    List<String> whom = List.copyOf(columns);
    Grid grid = new Grid(frame, whom.size(), counts.size(), highest(counts.values()));
    for (int i = 0; i < whom.size(); i++) {
      grid.head(i, whom.get(i));
    }
    int row = 0;
    for (Map.Entry<String, SortedMap<String, Integer>> who : counts.entrySet()) {
      grid.side(row, who.getKey());
      for (Map.Entry<String, Integer> cell : who.getValue().entrySet()) {
        grid.cell(whom.indexOf(cell.getKey()), row, cell.getValue(), cell.getValue().toString());
      }
      row++;
    }
  }

  private static int highest(Iterable<SortedMap<String, Integer>> rows) {
    int highest = 1;
    for (SortedMap<String, Integer> row : rows) {
      highest =
          Math.max(highest, row.values().stream().mapToInt(Integer::intValue).max().orElse(1));
    }
    return highest;
  }

  private static void skew(Frame frame, JsonNode segments) {
    int rows = 1;
    int highest = 1;
    for (JsonNode segment : segments) {
      rows = Math.max(rows, segment.path("buckets").size());
      highest = Math.max(highest, segment.at("/buckets/0/doc_count").asInt());
    }
    Grid grid = new Grid(frame, segments.size(), rows, highest);
    for (int column = 0; column < segments.size(); column++) {
      grid.head(column, "s" + column);
      int row = 0;
      for (JsonNode bucket : segments.path("s" + column).path("buckets")) {
        int count = bucket.path("doc_count").asInt();
        grid.cell(column, row++, count, bucket.path("key").asText() + " (" + count + ")");
      }
    }
  }

  /** Cells of a heat map. */
  private record Grid(Frame frame, int columns, int rows, int highest) {
    double width() {
      return frame.width() / columns;
    }

    double height() {
      return frame.height() / rows;
    }

    void head(int column, String label) {
      double x = frame.x() + width() * (column + 0.5);
      frame.svg().text(x, frame.y() - 6, "middle", 12, label);
    }

    void side(int row, String label) {
      double y = frame.y() + height() * (row + 0.5) + 4;
      frame.svg().text(frame.x() - 8, y, "end", 12, label);
    }

    void cell(int column, int row, int count, String label) {
      double x = frame.x() + width() * column;
      double y = frame.y() + height() * row;
      String color = Colors.shade((double) count / highest);
      frame.svg().rect(x, y, width() - 1, height() - 1, color);
      frame.svg().text(x + width() / 2, y + height() / 2 + 4, "middle", 12, label);
    }
  }

  /** A dot of the neighbors: x, y and color. */
  private record Neighbor(double time, double distance, String site) {
    static Neighbor of(JsonNode hit) {
      return new Neighbor(
          Instant.parse(hit.at("/_source/published").asText()).toEpochMilli(),
          64 * (1 - hit.path("_score").asDouble()),
          hit.at("/_source/source").asText());
    }
  }

  /** In an order that does not depend on where the index keeps documents of the same score. */
  private static void neighbors(Frame frame, JsonNode hits) {
    List<Neighbor> neighbors = new ArrayList<>();
    hits.forEach(hit -> neighbors.add(Neighbor.of(hit)));
    neighbors.sort(
        Comparator.comparingDouble(Neighbor::time)
            .thenComparingDouble(Neighbor::distance)
            .thenComparing(Neighbor::site));
    double first = neighbors.get(0).time();
    double last = Math.max(first + 1, neighbors.get(neighbors.size() - 1).time());
    for (int distance = 0; distance <= MAX_DISTANCE; distance += 3) {
      double y = frame.bottom() - frame.height() * distance / MAX_DISTANCE;
      frame.svg().line(frame.x(), y, frame.right(), y);
      frame.svg().text(frame.x() - 8, y + 4, "end", 11, Integer.toString(distance));
    }
    List<String> sites = neighbors.stream().map(Neighbor::site).distinct().sorted().toList();
    for (int i = 0; i < sites.size(); i++) {
      legend(frame, i, sites.get(i));
    }
    for (Neighbor neighbor : neighbors) {
      double x = frame.x() + frame.width() * (neighbor.time() - first) / (last - first);
      double y = frame.bottom() - frame.height() * neighbor.distance() / MAX_DISTANCE;
      frame.svg().dot(x, y, Colors.series(sites.indexOf(neighbor.site())));
    }
    frame.svg().text(frame.x(), frame.bottom() + 16, "middle", 11, Values.day(first));
    frame.svg().text(frame.right(), frame.bottom() + 16, "middle", 11, Values.day(last));
  }

  private static void legend(Frame frame, int index, String label) {
    double y = frame.y() + 10 + 18 * index;
    frame.svg().dot(frame.right() + 20, y - 4, Colors.series(index));
    frame.svg().text(frame.right() + 28, y, 60, label);
  }
}
