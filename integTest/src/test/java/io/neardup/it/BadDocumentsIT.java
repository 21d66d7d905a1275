// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Bad documents are rejected one by one, with a reason; the others in a bulk are indexed. */
public class BadDocumentsIT {
  private static final String READY = "it-ready";
  private static final String FORMS =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
          + " 2^64 - 1; got ";
  private static final String GOOD = "\"9f3a5c3b12ff00aa\"";

  private Rest rest;

  @Before
  public void create() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Books.create(rest);
    rest.delete("/" + READY + "?ignore_unavailable=true");
    rest.put(
        "/" + READY,
        Json.of(
            "{'settings': {'number_of_replicas': 0},"
                + " 'mappings': {'properties': {'print': {'type': 'simhash'}}}}"));
  }

  @After
  public void cleanUp() throws IOException {
    Books.delete(rest);
    rest.delete("/" + READY);
    rest.close();
  }

  /** Each between two good documents. */
  @Test
  public void fingerprintsThatAreNone() throws IOException {
    Map<String, String> reasons = new LinkedHashMap<>();
    reasons.put("'9f3a5c3b12ff00ag'", FORMS + "[9f3a5c3b12ff00ag] (16 characters)");
    reasons.put("'9f3a5c3b12ff00a'", FORMS + "[9f3a5c3b12ff00a] (15 characters)");
    reasons.put("'9f3a5c3b12ff00aaa'", FORMS + "[9f3a5c3b12ff00aaa] (17 characters)");
    reasons.put("''", FORMS + "[] (0 characters)");
    reasons.put("-1", FORMS + "[-1] (not an unsigned 64-bit integer)");
    reasons.put("3.5", FORMS + "[3.5] (not an unsigned 64-bit integer)");
    reasons.put(
        "18446744073709551616", FORMS + "[18446744073709551616] (not an unsigned 64-bit integer)");
    reasons.put("true", FORMS + "[true] (Boolean)");
    reasons.put("{'a': 1}", "a fingerprint is one value, got a [START_OBJECT]");
    reasons.put(
        "['9f3a5c3b12ff00aa', '9f3a5c3b12ff00ab']",
        "field [print] takes one fingerprint per document, got a second one [9f3a5c3b12ff00ab]:"
            + " use a field for each, or a [nested] object for each");
    List<String> values = new ArrayList<>(List.of(GOOD));
    for (String value : reasons.keySet()) {
      values.add(Json.of(value));
      values.add(GOOD);
    }
    JsonNode items = bulk(READY, "print", values).path("items");
    int bad = 1;
    for (String reason : reasons.values()) {
      JsonNode item = items.path(bad).path("index");
      assertEquals(item.toString(), 400, item.path("status").asInt());
      String where = item.at("/error/reason").asText();
      assertTrue(where, where.startsWith("failed to parse field [print] of type [simhash] in"));
      assertEquals(reason, item.at("/error/caused_by/reason").asText());
      bad += 2;
    }
    assertOthersIndexed(READY, items, reasons.size());
  }

  /**
   * Texts of 10 MB, and values that are not text; the empty text is valid and has no fingerprint.
   */
  @Test
  public void textsThatHaveNoFingerprint() throws IOException {
    List<String> texts =
        List.of(
            "\"the first good text\"",
            Json.quoted(BadTexts.tenMegabytes()),
            "\"the second good text\"",
            "{}",
            "\"\"",
            "null",
            "\"the third good text\"");
    JsonNode items = bulk("books", "text", texts).path("items");
    assertRefused(items.path(1), BadTexts.TOO_LONG);
    assertRefused(
        items.path(3),
        "field [text] must hold text, numbers or lists of them, got an object; name a field inside"
            + " it, or remove it from [fields] of the simhash processor");
    assertRefused(
        items.path(5),
        "field [text] is missing or null; set [ignore_missing] to [true] to accept a document"
            + " without it");
    assertOthersIndexed("books", items, 3);
    JsonNode empty = rest.get("/books/_doc/4");
    assertTrue(empty.toString(), empty.at("/_source/print").isMissingNode());
    assertEquals(16, rest.get("/books/_doc/0").at("/_source/print").asText().length());
  }

  private static void assertRefused(JsonNode item, String reason) {
    assertEquals(item.toString(), 400, item.at("/index/status").asInt());
    assertEquals(reason, item.at("/index/error/reason").asText());
  }

  /** Documents with these values of one field; the id is the position in the list. */
  private JsonNode bulk(String index, String field, List<String> values) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      lines.append(Json.of("{'index': {'_id': '$1'}}\n", i));
      lines.append(Json.of("{'$1': $2}\n", field, values.get(i)));
    }
    return rest.post("/" + index + "/_bulk?refresh=true", lines.toString());
  }

  /**
   * Asserts that all items are answered, this many of them are bad, and exactly the others exist.
   */
  private void assertOthersIndexed(String index, JsonNode items, int bad) throws IOException {
    int refused = 0;
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.path(i).path("index");
      assertEquals(Integer.toString(i), item.path("_id").asText());
      boolean created = item.path("status").asInt() == 201;
      refused += created ? 0 : 1;
      int got = rest.send("GET", "/" + index + "/_doc/" + i, null).status();
      assertEquals(item.toString(), created ? 200 : 404, got);
    }
    assertEquals(bad, refused);
  }
}
