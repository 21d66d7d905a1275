// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table of one terms aggregation. Groups have other ids whenever they are made, so that the
 * drawing numbers them, and sorts those of equal size by what follows.
 */
final class TableDrawing {
  private static final double ROW = 21;
  private static final double NARROW = 92;

  private TableDrawing() {}

  static void draw(Frame frame, Aggregations aggs, JsonNode answer) {
    JsonNode terms = aggs.buckets().get(0);
    List<JsonNode> metrics = aggs.metrics();
    row(frame, 0, label(terms), metrics.stream().map(TableDrawing::label).toList());
    List<JsonNode> buckets = new ArrayList<>();
    answer.path(terms.path("id").asText()).path("buckets").forEach(buckets::add);
    buckets.sort(
        Comparator.comparingInt((JsonNode bucket) -> -bucket.path("doc_count").asInt())
            .thenComparing(bucket -> Values.of(metrics.get(1), bucket)));
    int rows = Math.min(buckets.size(), (int) (frame.height() / ROW) - 1);
    for (int i = 0; i < rows; i++) {
      JsonNode bucket = buckets.get(i);
      frame.svg().line(frame.x(), y(frame, i), frame.right(), y(frame, i));
      List<String> values = metrics.stream().map(metric -> Values.of(metric, bucket)).toList();
      row(frame, i + 1, "group " + (i + 1), values);
    }
  }

  private static double y(Frame frame, int row) {
    return frame.y() + ROW * (row + 1);
  }

  private static String label(JsonNode agg) {
    return agg.at("/params/customLabel").asText();
  }

  /** The second metric, a title, takes the room that the others leave. */
  private static void row(Frame frame, int row, String key, List<String> values) {
    double x = frame.x();
    double wide = frame.width() - NARROW * values.size();
    double baseline = y(frame, row) - 6;
    frame.svg().text(x, baseline, NARROW - 8, key);
    x += NARROW;
    for (int i = 0; i < values.size(); i++) {
      double width = i == 1 ? wide : NARROW;
      frame.svg().text(x, baseline, width - 8, values.get(i));
      x += width;
    }
  }
}
