// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The index that bad input is sent to, and must not change. */
public final class Books {
  private static final String PIPELINE =
      "{'processors': [$1{'simhash': {'fields': ['text'], 'target_field': 'print'}}]}";
  private static final Map<String, String> TEXTS =
      Map.of("a", "one and the same story", "b", "one and another story", "blank", "");

  private Books() {}

  public static void create(Rest rest) throws IOException {
    delete(rest);
    rest.put("/_ingest/pipeline/books", Json.of(PIPELINE, ""));
    rest.put(
        "/_ingest/pipeline/moves",
        Json.of(
            PIPELINE,
            Json.of(
                "{'date_index_name': {'field': 'date', 'date_rounding': 'd',"
                    + " 'date_formats': ['yyyy-MM-dd']}}, ")));
    rest.put(
        "/books",
        Json.of(
            "{'settings': {'index.default_pipeline': 'books', 'number_of_replicas': 0},"
                + " 'mappings': {'properties': {'print': {'type': 'simhash'},"
                + " 'title': {'type': 'keyword'}}}}"));
    rest.put("/plain", "{\"settings\": {\"number_of_replicas\": 0}}");
    for (Map.Entry<String, String> text : TEXTS.entrySet()) {
      rest.put(
          "/books/_doc/" + text.getKey() + "?refresh=true",
          Json.of("{'text': '$1'}", text.getValue()));
    }
  }

  public static void delete(Rest rest) throws IOException {
    rest.delete("/books,plain?ignore_unavailable=true");
  }

  /** Asserts that the index has exactly the original documents. */
  public static void assertUntouched(Rest rest) throws IOException {
    rest.post("/books/_refresh", null);
    Map<String, String> texts = new TreeMap<>();
    for (JsonNode hit : rest.get("/books/_search?size=100").at("/hits/hits")) {
      texts.put(hit.path("_id").asText(), hit.at("/_source/text").asText());
    }
    assertEquals(TEXTS, texts);
  }

  /** The root cause of a failed request, as a user sees it. */
  public static String reason(Rest.Answer answer) {
    return answer.body().at("/error/root_cause/0/reason").asText();
  }
}
