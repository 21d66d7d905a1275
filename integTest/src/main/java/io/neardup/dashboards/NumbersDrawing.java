// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** One number for each filter. */
final class NumbersDrawing {
  private static final int SIZE = 30;

  private NumbersDrawing() {}

  static void draw(Frame frame, Aggregations aggs, JsonNode answer) {
    JsonNode buckets = answer.path(aggs.buckets().get(0).path("id").asText()).path("buckets");
    double step = frame.width() / buckets.size();
    double x = frame.x() + step / 2;
    for (Map.Entry<String, JsonNode> bucket : buckets.properties()) {
      String count = bucket.getValue().path("doc_count").asText();
      frame.svg().text(x, frame.y() + SIZE + 8, "middle", SIZE, count);
      frame.svg().text(x, frame.bottom() - 6, "middle", 12, bucket.getKey());
      x += step;
    }
  }
}
