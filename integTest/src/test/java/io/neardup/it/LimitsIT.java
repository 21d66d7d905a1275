// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Requests beyond a limit are rejected with the limit, and the named setting changes it. */
public class LimitsIT {
  private static final String TOO_MANY =
      " may name at most [10000] fingerprints, got [10001]: send them in several requests, or raise"
          + " the cluster setting [plugins.near_dup.max_hashes]";

  private Rest rest;

  @Before
  public void create() throws IOException {
    rest = Rest.to(Clusters.one().http());
    Books.create(rest);
  }

  @After
  public void cleanUp() throws IOException {
    set("max_hashes", "null");
    set("max_text_length", "null");
    set("doc.processors", "null");
    Books.assertUntouched(rest);
    Books.delete(rest);
    rest.close();
  }

  private void set(String setting, String value) throws IOException {
    rest.put(
        "/_cluster/settings",
        Json.of("{'transient': {'plugins.near_dup.$1': $2}}", setting, value));
  }

  private void assertRefused(String path, String body, String reason) throws IOException {
    Rest.Answer answer = rest.send("POST", path, body);
    assertEquals(answer.toString(), 400, answer.status());
    assertEquals(reason, Books.reason(answer));
  }

  private static String hashes(int count) {
    return Json.list(LongStream.range(0, count).toArray());
  }

  private static String query(String hashes) {
    return Json.of("{'query': {'near_dup': {'print': {'hashes': $1}}}}", hashes);
  }

  @Test
  public void manyHashesInTheQuery() throws IOException {
    assertRefused("/books/_search", query(hashes(10_001)), "[near_dup] [hashes]" + TOO_MANY);
    Answers.complete(rest.post("/books/_search", query(hashes(10_000))));
    set("max_hashes", "10001");
    Answers.complete(rest.post("/books/_search", query(hashes(10_001))));
  }

  @Test
  public void manyHashesAskedOfTheEndpoint() throws IOException {
    String many = Json.of("{'field': 'print', 'hashes': $1}", hashes(10_001));
    assertRefused("/books/_near_dup", many, "[hashes]" + TOO_MANY);
    set("max_hashes", "2");
    String three = Json.of("{'field': 'print', 'ids': ['a', 'b'], 'hashes': $1}", hashes(1));
    assertRefused(
        "/books/_near_dup",
        three,
        "[near_dup]" + TOO_MANY.replace("10000", "2").replace("10001", "3"));
    set("max_hashes", "3");
    assertEquals(3, rest.post("/books/_near_dup", three).path("results").size());
  }

  /** A bad question fails alone, in its place. */
  @Test
  public void oneBadQuestionOfMany() throws IOException {
    JsonNode results =
        rest.post(
                "/books/_near_dup",
                Json.of(
                    "{'field': 'print', 'ids': ['a', 'nobody', 'blank'],"
                        + " 'hashes': ['9f3a5c3b12ff00aa', '9f3a5c3b12ff00a'],"
                        + " 'docs': [{'text': 'one and the same story'}, {'text': ''}]}"))
            .path("results");
    String nobody =
        "[id] names no document: there is no [nobody] in [books]; a document with custom routing"
            + " needs [routing]";
    String short15 =
        "[hash] is refused: a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON"
            + " integer from 0 to 2^64 - 1; got [9f3a5c3b12ff00a] (15 characters)";
    String empty =
        "[doc] has no fingerprint: the pipelines wrote no [print]; its text has too few features,"
            + " its fields are missing, or a condition did not hold";
    List<String> expected =
        List.of("200", "404 " + nobody, "200", "200", "400 " + short15, "200", "400 " + empty);
    assertEquals(expected.size(), results.size());
    for (int i = 0; i < expected.size(); i++) {
      JsonNode result = results.path(i);
      assertEquals(
          expected.get(i),
          result.has("error")
              ? result.path("status").asText() + " " + result.at("/error/reason").asText()
              : Answers.complete(result).path("status").asText("200"));
    }
  }

  @Test
  public void longTexts() throws IOException {
    String text = Json.quoted(BadTexts.tenMegabytes());
    assertRefused(
        "/_simhash", Json.of("{'text': $1}", text), "[text] is too long: " + BadTexts.TOO_LONG);
    String ofDoc =
        "[doc] cannot be fingerprinted: pipeline [books] fails on it: "
            + BadTexts.TOO_LONG
            + "; correct it, name another pipeline with [pipeline], or search by [hash]";
    String doc = Json.of("'doc': {'text': $1}", text);
    assertRefused("/books/_near_dup", Json.of("{'field': 'print', $1}", doc), ofDoc);
    assertRefused(
        "/books/_search", Json.of("{'query': {'near_dup': {'print': {$1}}}}", doc), ofDoc);
    assertRefused("/books/_doc", Json.of("{'text': $1}", text), BadTexts.TOO_LONG);
  }

  /**
   * Fifteen megabytes that normalization expands to 180, on every path: they used to crash the
   * node.
   */
  @Test
  public void textsThatGrow() throws IOException {
    String text = Json.quoted("\uFDFA".repeat(5_000_000));
    String tooLong = BadTexts.TOO_LONG.replace("10000000]", "90000000] after normalization (NFKC)");
    for (String features : List.of("char_ngram", "shingle")) {
      assertRefused(
          "/_simhash",
          Json.of("{'text': $1, 'features': '$2'}", text, features),
          "[text] is too long: " + tooLong);
    }
    String ofDoc =
        "[doc] cannot be fingerprinted: pipeline [books] fails on it: "
            + tooLong
            + "; correct it, name another pipeline with [pipeline], or search by [hash]";
    assertRefused(
        "/books/_near_dup", Json.of("{'field': 'print', 'doc': {'text': $1}}", text), ofDoc);
    assertRefused("/books/_doc", Json.of("{'text': $1}", text), tooLong);
  }

  @Test
  public void longTextsByAnotherLimit() throws IOException {
    String text = Json.of("{'text': 'over and over'}");
    rest.post("/_simhash", text);
    set("max_text_length", "12");
    assertRefused(
        "/_simhash",
        text,
        "[text] is too long: "
            + BadTexts.TOO_LONG.replace("5000000", "12").replace("10000000", "13"));
    set("max_text_length", "13");
    rest.post("/_simhash", text);
  }

  /** The way out in the error about a forbidden processor works. */
  @Test
  public void listedProcessors() throws IOException {
    String moves =
        Json.of(
            "{'field': 'print', 'pipeline': 'moves',"
                + " 'doc': {'text': 'one and the same story', 'date': '2024-02-29'}}");
    assertEquals(400, rest.send("POST", "/books/_near_dup", moves).status());
    set("doc.processors", "[\"date_index_name\"]");
    JsonNode result = rest.post("/books/_near_dup", moves).at("/results/0");
    assertEquals("a", result.at("/hits/0/_id").asText());
    assertEquals(0, result.at("/hits/0/distance").asInt());
  }
}
