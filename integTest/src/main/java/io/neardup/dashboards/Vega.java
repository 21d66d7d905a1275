// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The data of a Vega panel: the request in its specification, and where the rows of the answer are.
 */
public final class Vega {
  private static final String SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json";

  private final SavedObject object;
  private final JsonNode spec;

  /** The panel of this visualization. */
  public Vega(SavedObject visualization) {
    object = visualization;
    spec = object.parsed("spec", object.at("/visState/params/spec").asText());
    object.check(spec.path("$schema").asText().equals(SCHEMA), "is not made for " + SCHEMA);
  }

  /** Whether the visualization is a Vega panel. */
  public static boolean draws(SavedObject visualization) {
    return visualization.at("/visState/type").asText().equals("vega");
  }

  /** What is searched. */
  public String index() {
    return spec.at("/data/url/index").asText();
  }

  /** The body of the request, checked for what Dashboards refuses. */
  public ObjectNode body(String timeField) {
    JsonNode url = spec.at("/data/url");
    ObjectNode body = url.path("body").deepCopy();
    boolean context = url.path("%context%").asBoolean();
    object.check(context != body.has("query"), "needs either %context% or a query of its own");
    object.check(
        context == false || url.path("%timefield%").asText().equals(timeField),
        "needs the %timefield% [" + timeField + "]");
    body.findParents("%timefilter%").forEach(Vega::lastNinetyDays);
    return body;
  }

  /** As Dashboards fills in the time range that the dashboard has. */
  private static void lastNinetyDays(JsonNode range) {
    ((ObjectNode) range).removeAll().put("gte", "now-90d").put("lte", "now");
  }

  /** The rows of the answer, or one object whose members are the rows. */
  public JsonNode rows(JsonNode answer) {
    String property = spec.at("/data/format/property").asText();
    JsonNode rows = answer.at('/' + property.replace('.', '/'));
    object.check(rows.isContainerNode(), "reads [" + property + "], which no answer has");
    return rows;
  }
}
