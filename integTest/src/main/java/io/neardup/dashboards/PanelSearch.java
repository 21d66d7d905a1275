// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/**
 * The search that Dashboards sends for a visualization, a saved search or a saved query, without a
 * time range.
 *
 * @param index what is searched
 * @param body the request
 */
public record PanelSearch(String index, ObjectNode body) {
  /** Where Dashboards sends it: an index that is missing finds nothing. */
  public static final String ENDPOINT = "/_search?ignore_unavailable=true";

  private static final int SAMPLE = 500;

  /** Whether this object of the file asks for anything. */
  public static boolean isOf(SavedObject object) {
    return Set.of("search", "query", "visualization").contains(object.type());
  }

  /** What this object of the file asks for. */
  public static PanelSearch of(SavedObjects all, SavedObject object) {
    SavedObject pattern = all.only("index-pattern");
    if (Vega.draws(object)) {
      Vega vega = new Vega(object);
      return new PanelSearch(vega.index(), vega.body(pattern.at("/timeFieldName").asText()));
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    JsonNode source = object.at(SavedObject.SEARCH_SOURCE);
    object.check(source.path("filter").isEmpty(), "has filters, which are not translated");
    switch (object.type()) {
      case "query" -> body.set("query", Queries.of(object, object.at("/query")));
      case "search" -> {
        body.put("size", SAMPLE).set("query", Queries.of(object, source.path("query")));
        sort(object.at("/sort"), body);
      }
      case "visualization" -> {
        body.put("size", 0).set("query", Queries.of(object, source.path("query")));
        body.setAll(new Aggregations(object).dsl());
      }
      default -> object.check(false, "searches nothing");
    }
    return new PanelSearch(pattern.title(), body);
  }

  /** Fields that an index lacks do not keep Dashboards from showing its documents. */
  private static void sort(JsonNode pairs, ObjectNode body) {
    for (JsonNode pair : pairs) {
      String field = pair.path(0).asText();
      ObjectNode by = body.withArray("sort").addObject().putObject(field);
      by.set("order", pair.path(1));
      if (field.equals("_score") == false) {
        by.put("unmapped_type", "boolean");
      }
    }
  }
}
