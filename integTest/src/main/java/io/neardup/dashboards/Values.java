// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Values of answers as text. */
final class Values {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("MMM d", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Values() {}

  static String day(double millis) {
    return DAY.format(Instant.ofEpochMilli((long) millis));
  }

  /** A metric's value in a bucket: a number, a day, or the field of the top hit. */
  static String of(JsonNode agg, JsonNode bucket) {
    if (agg.path("type").asText().equals("count")) {
      return bucket.path("doc_count").asText();
    }
    JsonNode value = bucket.path(agg.path("id").asText());
    if (value.has("value_as_string")) {
      return day(value.path("value").asDouble());
    }
    JsonNode fields = value.at("/hits/hits/0/fields");
    return fields.isObject()
        ? fields.elements().next().path(0).asText()
        : Long.toString(value.path("value").asLong());
  }
}
