// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What Dashboards makes of the text in a query bar. Lucene syntax becomes a query_string; an empty
 * query of either language finds everything. DQL has a parser of its own in Dashboards, so that
 * nothing shipped may use it.
 */
final class Queries {
  private Queries() {}

  /** Of an object with query and language. */
  static ObjectNode of(SavedObject object, JsonNode query) {
    String text = query.path("query").asText();
    String language = query.path("language").asText();
    ObjectNode dsl = JsonNodeFactory.instance.objectNode();
    if (text.isEmpty()) {
      dsl.putObject("match_all");
      return dsl;
    }
    object.check(language.equals("lucene"), "has a query in [" + language + "], not in [lucene]");
    dsl.putObject("query_string").put("query", text).put("analyze_wildcard", true);
    return dsl;
  }
}
