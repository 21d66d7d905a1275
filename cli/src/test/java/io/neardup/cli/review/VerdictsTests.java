// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.cli.io.Fault;
import java.io.IOException;
import java.util.List;
import org.junit.Test;

/** What becomes of what a person decides, on a server that answers what is prepared. */
public class VerdictsTests extends ReviewTestCase {
  @Test
  public void aDifferentDocumentIsKept() throws IOException {
    Review review = prepared();
    record(hit("b", "duplicate", 4));
    server.on("POST /d/_update/rb", "{\"_seq_no\": 5, \"_primary_term\": 1}");
    JsonNode answer =
        ask(
            review,
            "POST decide",
            "{\"record\": \"rb\", \"seen\": [4, 1], \"verdict\": \"different\"}");
    assertEquals(
        "POST /d/_update/rb {\"doc\":{\"status\":\"duplicate\",\"verdict\":\"keep\"}}",
        lastAsked());
    assertEquals(
        "[{\"record\":\"rb\",\"status\":\"duplicate\",\"verdict\":null,\"over\":[4,1],\"seen\":[5,1]}]",
        answer.path("undo").toString());
    String decision = answer.toString();
    server.on("POST /d/_update/rb", "{\"_seq_no\": 6, \"_primary_term\": 1}");
    // What was decided before this, about version 4, is undone from version 6 from now on.
    assertEquals(
        "{\"undone\":[{\"record\":\"rb\",\"status\":\"duplicate\",\"verdict\":null,"
            + "\"over\":[4,1],\"seen\":[6,1]}]}",
        ask(review, "POST undo", decision).toString());
    assertEquals(
        "POST /d/_update/rb {\"doc\":{\"status\":\"duplicate\",\"verdict\":null}}", lastAsked());
    server.on("POST /d/_update/rb", "{\"error\": \"[rb]: version conflict\"}");
    assertThrows(Fault.class, () -> ask(review, "POST undo", decision));
    server.refuseWith(409);
    assertEquals(
        "{\"undone\":[],\"note\":\"Somebody else has decided about this document since, which was"
            + " not undone.\"}",
        ask(review, "POST undo", decision).toString());
  }

  @Test
  public void aListIsToldAndUntold() throws IOException {
    prepared();
    Review review = review("d", "said");
    record(hit("b", "duplicate", 4), hit("a", "new", 2));
    server.on("POST /d/_update/rb", "{\"_seq_no\": 5, \"_primary_term\": 1}");
    String pair =
        "{\"pair\":[{\"field\":\"print\",\"index\":\"news\",\"id\":\"a\"},"
            + "{\"field\":\"print\",\"index\":\"news\",\"id\":\"b\"}]";
    String decision =
        "{\"record\": \"rb\", \"seen\": [4, 1], \"canonical\": \"ra\", \"verdict\": \"same\"}";
    server.on("PUT /_near_dup/verdicts/said", "{\"created\": 1}");
    JsonNode answer = ask(review, "POST decide", decision);
    assertEquals("PUT /_near_dup/verdicts/said " + pair + ",\"verdict\":\"always\"}", lastAsked());
    server.on("DELETE /_near_dup/verdicts/said", "{}");
    ask(review, "POST undo", answer.toString());
    assertEquals("DELETE /_near_dup/verdicts/said " + pair + "}", lastAsked());
    record(hit("b", "duplicate", 4), hit("a", "new", 2));
    server.on("PUT /_near_dup/verdicts/said", "{\"changed\": 1}");
    ask(review, "POST undo", ask(review, "POST decide", decision).toString());
    assertEquals("PUT /_near_dup/verdicts/said " + pair + ",\"verdict\":\"never\"}", lastAsked());
    record(hit("b", "duplicate", 4), hit("a", "new", 2));
    server.on("PUT /_near_dup/verdicts/said", "{\"error\": \"one content\"}");
    JsonNode noted = ask(review, "POST decide", decision);
    assertEquals(
        "The record has it, but not the list [said]: one content (HTTP 400)",
        noted.path("note").asText());
    assertEquals(1, noted.path("undo").size());
  }

  /** At no moment does a group have no document that stays. */
  @Test
  public void aNewCanonicalIsWrittenFirst() throws IOException {
    Review review = prepared();
    record(hit("b", "duplicate", 4), hit("a", "new", 2));
    server.on("POST /d/_update/ra", "{\"_seq_no\": 7, \"_primary_term\": 1}");
    server.on("POST /d/_update/rb", "{\"_seq_no\": 6, \"_primary_term\": 1}");
    JsonNode answer =
        ask(
            review,
            "POST decide",
            "{\"record\": \"rb\", \"seen\": [4, 1], \"verdict\": \"canonical\"}");
    assertUpdates(
        "POST /d/_update/rb {\"doc\":{\"status\":\"new\",\"verdict\":null}}",
        "POST /d/_update/ra {\"doc\":{\"status\":\"duplicate\",\"verdict\":null}}");
    server.asked().clear();
    ask(review, "POST undo", answer.toString());
    assertUpdates(
        "POST /d/_update/ra {\"doc\":{\"status\":\"new\",\"verdict\":null}}",
        "POST /d/_update/rb {\"doc\":{\"status\":\"duplicate\",\"verdict\":null}}");
  }

  private void assertUpdates(String... updates) {
    assertEquals(
        List.of(updates),
        server.asked().stream().filter(each -> each.contains("_update")).toList());
  }

  @Test
  public void whatSomebodyElseDecidedIsNotOverwritten() throws IOException {
    Review review = prepared();
    record(hit("b", "duplicate", 5));
    for (String asked :
        List.of(
            "{\"record\": \"rb\", \"seen\": [4, 1], \"verdict\": \"different\"}",
            "{\"record\": \"rb\", \"verdict\": \"different\"}",
            "{\"record\": \"rb\", \"seen\": [5, 1], \"verdict\": \"delete\"}")) {
      assertThrows(Fault.class, () -> ask(review, "POST decide", asked));
    }
    String other = "{\"undo\": [{\"record\": \"rb\", \"status\": \"gone\", \"verdict\": null}]}";
    assertThrows(Fault.class, () -> ask(review, "POST undo", other));
    assertUpdates();
  }
}
