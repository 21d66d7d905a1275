// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.cli.Run;
import io.neardup.cli.io.Fault;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.Test;

/** What the page of {@code review} asks, against a server that answers what is prepared. */
public class ReviewTests extends ReviewTestCase {
  private static final String MARKUP = "<script>document.title=1</script>";

  @Test
  public void whatCannotBeReviewedIsSaid() throws IOException {
    server.on("GET /plain/_mapping", "{\"plain\": {\"mappings\": {}}}");
    assertRefused(Fault.USAGE, "has no field of type simhash or minhash", "plain");
    prepared();
    server.on("GET /other/_mapping", "{\"other\": {\"mappings\": {}}}");
    assertRefused(Fault.USAGE, "got [other], which has none", "--dest=other", "news");
    state("written");
    assertRefused(Fault.USAGE, "near-dup resume d goes on with it", "--dest=d", "news");
    server.refuseWith(401);
    server.on("GET /news/_mapping", "{\"error\": \"no\"}");
    assertRefused(Fault.SERVER, "wants a user; give --user", "news");
    server.stop();
    assertRefused(Fault.SERVER, "no server answers at", "news");
  }

  private void assertRefused(int code, String reason, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "review";
    all[1] = "--url=" + server.url();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    Run run = Run.of(all);
    assertEquals(run.err(), code, run.code());
    assertTrue(run.err(), run.err().contains(reason));
  }

  @Test
  public void withoutRecordsThereIsTheSurveyAlone() throws IOException {
    prepared();
    Review survey = review(null, null);
    assertEquals(List.of("GET start", "GET survey"), List.copyOf(survey.routes().keySet()));
    server.on("POST /news/_near_dup/survey", "{\"levels\": []}");
    ask(survey, "GET survey", "{\"size\": \"300\"}");
    assertEquals(
        "POST /news/_near_dup/survey {\"field\":\"print\",\"size\":300,\"fields\":[\"body\"]}",
        lastAsked());
  }

  @Test
  public void fieldsAreGuessed() throws IOException {
    JsonNode start = ask(prepared(), "GET start", "{}");
    assertEquals(
        "{\"title\":\"Headline\",\"source\":\"site\",\"date\":\"at\",\"texts\":[\"body\"]}",
        start.path("shown").toString());
    assertEquals(0.6, start.at("/request/similarity").asDouble(), 0);
  }

  /** What is copied as a keyword, since indexes differ, has no latest one. */
  @Test
  public void datesOrderGroups() throws IOException {
    prepared();
    for (String type : List.of("date", "date_nanos", "keyword")) {
      server.on(
          "GET /d/_mapping",
          String.format(
              Locale.ROOT,
              """
              {"d": {"mappings": {"_meta": {"near_dup_groups": {"state": "done"}}, "properties":
                {"fields": {"properties": {"meta": {"properties": {"at": {"type": "%s"}}}}}}}}}""",
              type));
      JsonNode start = ask(review("d", null, "--date=meta.at"), "GET start", "{}");
      assertEquals(type, type.startsWith("date"), start.path("by_date").asBoolean());
    }
  }

  /** Where none is kept, the canonical is the one that is the duplicate of none. */
  @Test
  public void theCanonicalComesFirst() throws IOException {
    Review review = prepared();
    record(hit("a", "duplicate", 1));
    server.on("POST /_mget", "{\"docs\": []}");
    ask(review, "GET group", "{\"group\": \"g\"}");
    String asked = server.asked().toString();
    assertTrue(asked, asked.contains("\"sort\":[{\"status\":\"desc\"},{\"of.id\":{"));
  }

  /** A long body of a request is not kept, so that nobody knows which field it named. */
  @Test
  public void theFieldIsThatOfTheRun() throws IOException {
    server.on(
        "GET /news/_mapping",
        """
        {"news": {"mappings": {"properties": {"body_print": {"type": "minhash"},
          "near_dup": {"properties": {"signature": {"type": "minhash"}}}}}}}""");
    told("\"state\": \"done\", \"body\": \"{}\"");
    JsonNode start = ask(review("d", null), "GET start", "{}");
    assertEquals("near_dup.signature", start.path("field").asText());
    assertEquals("similarity", start.path("nearness").asText());
    told("\"state\": \"done\"");
    String unknown = "[--field] must be one of [body_print, near_dup.signature]";
    assertRefused(Fault.USAGE, unknown, "--dest=d", "news");
    assertRefused(Fault.USAGE, unknown, "news");
  }

  @Test
  public void whatADocumentHoldsIsPassedOnAsItIs() throws IOException {
    Review review = prepared();
    record(hit("b", "duplicate", 4));
    server.on(
        "POST /_mget",
        "{\"docs\": [{\"found\": true, \"_source\": {\"Headline\": \""
            + MARKUP
            + "\", \"site\": [\"a\", \"b\"], \"body\": \"x \\ud800\"}}]}");
    JsonNode document = ask(review, "GET document", "{\"record\": \"rb\"}");
    assertEquals(MARKUP, document.path("title").asText());
    assertEquals("a\nb", document.path("source").asText());
    assertEquals("x \ud800", document.path("text").asText());
    assertEquals("[4,1]", document.path("seen").toString());
    assertTrue(
        lastAsked(), lastAsked().contains("\"_source\":[\"body\",\"Headline\",\"site\",\"at\"]"));
  }

  /** A former canonical has a record without a similarity, and may be far from the new one. */
  @Test
  public void whatIsLostIsKnownHoweverFarDocumentsAre() throws IOException {
    String signature = "{\"similarity\": 0.01, \"recall\": 1, \"numbers\": \"ignore\"}";
    assertLost("\"print\": {\"type\": \"minhash\"}", signature);
    assertLost(
        "\"print\": {\"type\": \"alias\", \"path\": \"near_dup.signature\"},"
            + " \"near_dup\": {\"properties\": {\"signature\": {\"type\": \"minhash\"}}}",
        signature);
    assertLost("\"print\": {\"type\": \"simhash\"}", "{\"max_distance\": 64}");
  }

  private void assertLost(String fields, String nearness) throws IOException {
    server.on(
        "GET /news/_mapping", "{\"news\": {\"mappings\": {\"properties\": {" + fields + "}}}}");
    state("done");
    Review review = review("d", null);
    server.on(
        "POST /news/_near_dup",
        "{\"results\": [{\"hits\": [{\"lost\": [\"65.50\"], \"lost_count\": 3}]}]}");
    String without = hit("a", "duplicate", 7).replace(", \"similarity\": 0.7", "");
    for (String record : List.of(without, hit("c", "duplicate", 3))) {
      record(record, hit("b", "new", 6));
      assertEquals(
          "{\"known\":true,\"terms\":[\"65.50\"],\"more\":2}",
          ask(review, "GET lost", "{\"record\": \"r\", \"canonical\": \"rb\"}").toString());
      ObjectNode asked = (ObjectNode) lastBody();
      assertEquals("b", asked.path("id").asText());
      asked.retain("max_distance", "similarity", "recall", "numbers");
      assertEquals(JSON.readTree(nearness), asked);
    }
  }

  /** Without a routing, a document is another one than all that have one. */
  @Test
  public void whatIsLostIsAskedOfOneDocument() throws IOException {
    Review review = prepared();
    server.on("POST /news/_near_dup", "{\"results\": [{\"hits\": []}]}");
    String ids = "[{\"ids\":{\"values\":[\"a\"]}},";
    String without = hit("a", "duplicate", 7);
    record(without, hit("b", "new", 6));
    ask(review, "GET lost", "{\"record\": \"ra\", \"canonical\": \"rb\"}");
    assertEquals(
        ids + "{\"bool\":{\"must_not\":{\"exists\":{\"field\":\"_routing\"}}}}]",
        lastBody().at("/filter/bool/filter").toString());
    // The window of an index may be smaller than what is asked for by default.
    assertEquals(1, lastBody().path("size").asInt());
    assertEquals(1, lastBody().at("/verify/max_candidates").asInt());
    record(without.replace("\"group\"", "\"routing\": \"x\", \"group\""), hit("b", "new", 6));
    ask(review, "GET lost", "{\"record\": \"ra\", \"canonical\": \"rb\"}");
    assertEquals(
        ids + "{\"term\":{\"_routing\":\"x\"}}]", lastBody().at("/filter/bool/filter").toString());
  }

  /** Indexes, and shards by routing, have documents of one id. */
  @Test
  public void groupsAreFoundByWhatTellsDocumentsApart() throws IOException {
    Review review = prepared();
    server.on(
        "POST /news/_search",
        """
        {"hits": {"hits": [{"_index": "n1", "_id": "a"}, {"_index": "n1", "_id": "b"},
          {"_index": "n2", "_id": "a"}, {"_index": "n2", "_id": "a", "_routing": "x"}]}}""");
    server.on(
        "POST /d/_search",
        "{\"aggregations\": {\"groups\": {\"buckets\": [{\"key\": \"g\"}]}}}",
        "{\"aggregations\": {}}");
    ask(review, "GET groups", "{\"query\": \"storm\"}");
    assertEquals(
        "[{\"terms\":{\"group\":[\"g\"]}}]", lastBody().at("/query/bool/filter").toString());
    String none = ",{\"bool\":{\"must_not\":{\"exists\":{\"field\":\"routing\"}}}}]}}";
    String all =
        "[{\"bool\":{\"filter\":[{\"term\":{\"index\":\"n1\"}},{\"terms\":{\"id\":[\"a\",\"b\"]}}"
            + none
            + ",{\"bool\":{\"filter\":[{\"term\":{\"index\":\"n2\"}},{\"terms\":{\"id\":[\"a\"]}}"
            + none
            + ",{\"bool\":{\"filter\":[{\"term\":{\"index\":\"n2\"}},{\"terms\":{\"id\":[\"a\"]}}"
            + ",{\"term\":{\"routing\":\"x\"}}]}}]";
    assertTrue(server.asked().toString(), server.asked().toString().contains(all));
  }

  /** Pages of as many as both indexes allow, each by what the one before ended with. */
  @Test
  public void noSearchHasMoreHitsThanItsIndexAllows() throws IOException {
    String limits = "/_settings/index.max_result_window,index.max_terms_count";
    server.on(
        "GET /news" + limits, "{\"n1\": {\"settings\": {\"index.max_result_window\": \"7\"}}}");
    server.on("GET /d" + limits, "{\"d\": {\"settings\": {\"index.max_terms_count\": \"2\"}}}");
    Review review = prepared();
    String last =
        ", \"sort\": [\"new\", \"Infinity\", -9223372036854775808, \"news\", \"a\", null]}";
    record(
        hit("b", "new", 3) + "," + hit("a", "new", 2).replaceFirst("\\}$", last),
        hit("c", "duplicate", 4));
    server.on("POST /_mget", "{\"docs\": []}");
    JsonNode first = ask(review, "GET group", "{\"group\": \"g\"}");
    assertEquals(2, first.path("members").size());
    ObjectNode next = JSON.createObjectNode().put("group", "g").set("after", first.get("next"));
    JsonNode second = ask(review, "GET group", next.toString());
    assertEquals("rc", second.at("/members/0/record").asText());
    assertFalse(second.toString(), second.has("next"));
    String after =
        "\"search_after\":[\"new\",\"Infinity\",-9223372036854775808,\"news\",\"a\",null]";
    assertTrue(server.asked().toString(), server.asked().toString().contains(after));
    server.on("POST /news/_search", "{\"hits\": {\"hits\": []}}");
    ask(review, "GET groups", "{\"query\": \"storm\"}");
    server.on("POST /d/_update/rc", "{\"_seq_no\": 5, \"_primary_term\": 1}");
    ask(
        review,
        "POST decide",
        "{\"record\": \"rc\", \"seen\": [4, 1], \"verdict\": \"canonical\"}");
    server.asked().stream()
        .filter(each -> each.contains("/_search") && each.contains("\"aggs\"") == false)
        .forEach(each -> assertTrue(each, each.matches(".*\"size\":[12]\\b.*")));
  }

  @Test
  public void figuresComeBeforeTheJob() throws IOException {
    Review review = prepared();
    server.on(
        "POST /d/_search",
        """
        {"aggregations": {"kinds": {"buckets": {"groups": {"doc_count": 2},
          "duplicates": {"doc_count": 5}, "kept": {"doc_count": 1}}}}}""");
    assertEquals(
        "{\"groups\":2,\"duplicates\":5,\"kept\":1,\"left\":4}",
        ask(review, "GET plan", "{}").toString());
    assertEquals("{}", ask(review, "GET task", "{}").toString());
    server.on("POST /_near_dup/groups/_apply", "{\"task\": \"n:1\"}");
    server.on("GET /_tasks/n:1", "{\"completed\": false}");
    ask(review, "POST apply", "{\"action\": \"tag\"}");
    assertTrue(
        server
            .asked()
            .contains("POST /_near_dup/groups/_apply {\"dest\":\"d\",\"action\":\"tag\"}"));
    assertThrows(Fault.class, () -> ask(review, "POST apply", "{\"action\": \"tag\"}"));
    server.on("GET /_tasks/n:1", "{\"completed\": true}");
    ask(review, "POST apply", "{\"action\": \"delete\", \"any_loss\": true}");
    assertTrue(
        server
            .asked()
            .contains(
                "POST /_near_dup/groups/_apply"
                    + " {\"dest\":\"d\",\"action\":\"delete\",\"verify\":false}"));
    server.on("GET /_tasks/n:1", "{\"completed\": false}");
    server.on("POST /_tasks/n:1/_cancel", "{}");
    review.close();
    assertTrue(server.asked().contains("POST /_tasks/n:1/_cancel "));
  }

  /** What it has not done is left to another run, with the same records. */
  @Test
  public void aRunThatIsGoneIsFollowedByAnother() throws IOException {
    Review review = prepared();
    server.on("POST /_near_dup/groups/_apply", "{\"task\": \"n:1\"}", "{\"task\": \"m:2\"}");
    server.on("GET /_tasks/n:1", "{\"completed\": false}");
    ask(review, "POST apply", "{\"action\": \"tag\"}");
    server.refuseWith(404);
    server.on("GET /_tasks/n:1", "{\"error\": \"no task\"}");
    for (String route : List.of("GET task", "POST cancel")) {
      JsonNode gone = ask(review, route, "{}");
      assertTrue(gone.path("completed").asBoolean());
      String reason = gone.at("/error/reason").asText();
      assertTrue(reason, reason.startsWith("no task"));
    }
    server.on("GET /_tasks/m:2", "{\"completed\": false}");
    assertFalse(ask(review, "POST apply", "{\"action\": \"tag\"}").path("completed").asBoolean());
  }
}
