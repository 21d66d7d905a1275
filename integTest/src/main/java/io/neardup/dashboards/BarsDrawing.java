// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Stacked bars over time or over numbers. */
final class BarsDrawing {
  private static final double DAY = 86_400_000;

  private final Frame frame;
  private final JsonNode bars;
  private final List<String> series = new ArrayList<>();
  private final boolean time;
  private final String split;
  private final double first;
  private final double step;
  private final double last;

  private BarsDrawing(Frame frame, Aggregations aggs, JsonNode answer) {
    JsonNode x = aggs.buckets().get(0);
    this.frame = frame.without(28, 8, aggs.buckets().size() > 1 ? 80 : 0, 20);
    this.bars = answer.path(x.path("id").asText()).path("buckets");
    this.time = x.path("type").asText().equals("date_histogram");
    this.step = time ? DAY : x.at("/params/interval").asDouble();
    this.first = bars.path(0).path("key").asDouble();
    this.last = bars.path(bars.size() - 1).path("key").asDouble() + step;
    this.split = aggs.buckets().size() > 1 ? aggs.buckets().get(1).path("id").asText() : "";
  }

  static void draw(Frame frame, Aggregations aggs, JsonNode answer) {
    BarsDrawing drawing = new BarsDrawing(frame, aggs, answer);
    int highest = 1;
    for (JsonNode bar : drawing.bars) {
      highest = Math.max(highest, bar.path("doc_count").asInt());
    }
    drawing.axis(highest);
    for (JsonNode bar : drawing.bars) {
      drawing.bar(bar, highest);
    }
    drawing.legend();
  }

  private void axis(int highest) {
    for (int value : List.of(0, highest / 2, highest)) {
      double y = frame.bottom() - frame.height() * value / highest;
      frame.svg().line(frame.x(), y, frame.right(), y);
      frame.svg().text(frame.x() - 6, y + 4, "end", 11, Integer.toString(value));
    }
    int every = Math.max(1, (int) Math.ceil((last - first) / step / 8));
    for (double key = first; key < last; key += every * step) {
      double x = x(key) + frame.width() * step / (last - first) / 2;
      String label = time ? Values.day(key) : Integer.toString((int) key);
      frame.svg().text(x, frame.bottom() + 16, "middle", 11, label);
    }
  }

  private double x(double key) {
    return frame.x() + frame.width() * (key - first) / (last - first);
  }

  private void bar(JsonNode bar, int highest) {
    double x = x(bar.path("key").asDouble());
    double width = frame.width() * step / (last - first);
    double y = frame.bottom();
    for (Part part : parts(bar)) {
      double height = frame.height() * part.count / highest;
      y -= height;
      frame.svg().rect(x + width / 10, y, width * 0.8, height, color(part.name));
    }
  }

  private record Part(String name, int count) {}

  /** A document without a value is in no part. */
  private List<Part> parts(JsonNode bar) {
    if (split.isEmpty()) {
      return List.of(new Part("", bar.path("doc_count").asInt()));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode part : bar.path(split).path("buckets")) {
      parts.add(new Part(part.path("key").asText(), part.path("doc_count").asInt()));
    }
    // The same series at the bottom of every bar.
    parts.sort((a, b) -> b.name.compareTo(a.name));
    return parts;
  }

  private String color(String name) {
    if (series.contains(name) == false) {
      series.add(name);
    }
    return Colors.series(series.indexOf(name));
  }

  private void legend() {
    for (int i = 0; i < series.size() && split.isEmpty() == false; i++) {
      double y = frame.y() + 10 + 18 * i;
      frame.svg().dot(frame.right() + 14, y - 4, Colors.series(i));
      frame.svg().text(frame.right() + 22, y, 60, series.get(i));
    }
  }
}
