// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The aggregations of a visualization as Dashboards sends them: each one that makes buckets inside
 * of the one before, metrics inside of the last. Refuses types that it does not know.
 */
public final class Aggregations {
  private final SavedObject object;
  private final List<JsonNode> buckets = new ArrayList<>();
  private final List<JsonNode> metrics = new ArrayList<>();

  /** Those of this visualization. */
  public Aggregations(SavedObject visualization) {
    object = visualization;
    for (JsonNode agg : visualization.at("/visState/aggs")) {
      object.check(agg.path("enabled").asBoolean(), "has an aggregation that is not enabled");
      boolean metric = agg.path("schema").asText().equals("metric");
      (metric ? metrics : buckets).add(agg);
    }
    object.check(metrics.isEmpty() == false, "has no metric");
  }

  /** Those that make buckets, the outermost first. */
  public List<JsonNode> buckets() {
    return buckets;
  }

  /** Those that make the values of each bucket. */
  public List<JsonNode> metrics() {
    return metrics;
  }

  /** Of a search request. */
  public ObjectNode dsl() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ObjectNode place = root;
    for (JsonNode agg : buckets) {
      ObjectNode made = place.putObject("aggs").putObject(agg.path("id").asText());
      bucket(agg.path("type").asText(), agg.path("params"), made);
      place = made;
    }
    for (JsonNode agg : metrics) {
      String type = agg.path("type").asText();
      if (type.equals("count") == false) {
        ObjectNode made = place.withObject("/aggs").putObject(agg.path("id").asText());
        metric(type, agg.path("params"), made);
      }
    }
    return root;
  }

  private void bucket(String type, JsonNode params, ObjectNode made) {
    ObjectNode body = made.putObject(type);
    switch (type) {
      case "terms" -> {
        String by = params.path("orderBy").asText();
        object.check(isCount(by), "orders terms by [" + by + "], which is no count");
        body.set("field", params.path("field"));
        body.set("size", params.path("size"));
        body.putObject("order").set("_count", params.path("order"));
      }
      case "date_histogram" -> {
        // What Dashboards makes of 90 days; of other ranges it makes other intervals.
        object.check(params.path("interval").asText().equals("auto"), "needs the interval [auto]");
        body.set("field", params.path("field"));
        body.put("calendar_interval", "1d").put("time_zone", "UTC");
        body.set("min_doc_count", params.path("min_doc_count"));
      }
      case "histogram" -> {
        body.set("field", params.path("field"));
        body.set("interval", params.path("interval"));
        body.put("min_doc_count", params.path("min_doc_count").asBoolean() ? 0 : 1);
      }
      case "filters" -> {
        ObjectNode filters = body.putObject("filters");
        params
            .path("filters")
            .forEach(
                filter ->
                    filters.set(
                        filter.path("label").asText(), Queries.of(object, filter.path("input"))));
      }
      default -> object.check(false, "has buckets of the unknown type [" + type + "]");
    }
    if (params.has("json")) {
      body.setAll((ObjectNode) object.parsed("json", params.path("json").asText()));
    }
  }

  private boolean isCount(String id) {
    return metrics.stream()
        .anyMatch(
            agg -> agg.path("id").asText().equals(id) && agg.path("type").asText().equals("count"));
  }

  private void metric(String type, JsonNode params, ObjectNode made) {
    ObjectNode body = made.putObject(type);
    switch (type) {
      case "cardinality", "min", "max", "avg", "sum" -> body.set("field", params.path("field"));
      case "top_hits" -> {
        body.putArray("docvalue_fields").addObject().set("field", params.path("field"));
        body.set("size", params.path("size"));
        body.put("_source", false);
        body.putArray("sort")
            .addObject()
            .putObject(params.path("sortField").asText())
            .set("order", params.path("sortOrder"));
      }
      default -> object.check(false, "has a metric of the unknown type [" + type + "]");
    }
  }
}
