// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;

/** What {@code passages} prints of the answers of a server. */
public class ServerPassagesTests {
  /** To the question without a document, which comes first. */
  private static final String NONE = "{\"complete\": true, \"hits\": []}";

  @Rule public final PreparedServer server = new PreparedServer();

  private Run run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("passages", "--url=" + server.url()));
    arguments.addAll(List.of(options));
    arguments.add("news");
    return Run.of(arguments.toArray(String[]::new));
  }

  private void twoStories() {
    server.on(
        "GET /news/_mapping",
        "{\"news\": {\"mappings\": {\"properties\": {\"body\": {\"type\": \"text\","
            + " \"fields\": {\"p\": {\"type\": \"passages\"}}}}}}}");
    server.on(
        "POST /news/_search",
        "{\"_scroll_id\": \"s\", \"hits\": {\"total\": {\"value\": 2}, \"hits\": ["
            + "{\"_index\": \"news\", \"_id\": \"a\"}, {\"_index\": \"news\", \"_id\": \"b\","
            + " \"_routing\": \"r\"}]}}");
    server.on("POST /_search/scroll", "{\"_scroll_id\": \"s\", \"hits\": {\"hits\": []}}");
    server.on("DELETE /_search/scroll", "{\"succeeded\": true}");
  }

  private static String passage(int start, int end) {
    return "{\"question\": {\"start\": " + start + ", \"end\": " + end + "}}";
  }

  @Test
  public void whatStandsInOthersIsPrinted() {
    twoStories();
    server.on(
        "POST /news/_near_dup/passages",
        NONE,
        "{\"complete\": true, \"hits\": [{\"_index\": \"news\", \"_id\": \"b\","
            + " \"coverage\": 0.9, \"words\": 36}]}",
        "{\"complete\": true, \"hits\": []}");
    assertEquals("0.90\t36\ta\tb\n", run().out());
    assertTrue(
        server.asked().toString(),
        server
            .asked()
            .contains(
                "POST /news/_near_dup/passages {\"field\":\"body.p\",\"index\":\"news\",\"id\":"
                    + "\"b\",\"routing\":\"r\",\"size\":1000,\"passages\":1,\"coverage\":0.8}"));
    assertTrue(server.asked().contains("DELETE /_search/scroll {\"scroll_id\":\"s\"}"));
    assertEquals(
        "{\"index\":\"news\",\"id\":\"a\",\"inside\":{\"index\":\"news\",\"id\":\"c\"},"
            + "\"words\":30,\"coverage\":0.8}\n",
        json("c"));
  }

  private String json(String other) {
    server.on(
        "POST /news/_near_dup/passages",
        NONE,
        "{\"complete\": true, \"hits\": [{\"_index\": \"news\", \"_id\": \""
            + other
            + "\", \"coverage\": 0.8, \"words\": 30}]}",
        "{\"error\": \"[passages] looks up at most\"}");
    Run run = run("--json");
    assertTrue(run.err(), run.err().contains("document [b]: [passages] looks up at most"));
    assertTrue(run.err(), run.err().contains("1 of 2 documents could not be asked about"));
    assertEquals(1, run.code());
    return run.out();
  }

  @Test
  public void documentsAreReadInPagesThatTheirIndexAllows() {
    twoStories();
    server.on("POST /news/_near_dup/passages", NONE);
    server.on(
        "GET /news/_settings/index.max_result_window,index.max_terms_count",
        "{\"news-1\": {\"settings\": {\"index.max_result_window\": \"7\"}}}");
    assertEquals("", run().out());
    assertTrue(
        server.asked().toString(),
        server.asked().stream()
            .anyMatch(
                each -> each.startsWith("POST /news/_search") && each.contains("\"size\":7")));
  }

  @Test
  public void whatIsRefusedForAllIsSaidOnce() {
    twoStories();
    server.on("POST /news/_near_dup/passages", "{\"error\": \"[coverage] must be\"}");
    Run run = run("--coverage=80");
    assertEquals(1, run.code());
    assertEquals("near-dup: [coverage] must be (HTTP 400)\n", run.err());
  }

  /** The scroll of a node that is restarted is lost, and goes on without it. */
  @Test
  public void aPartOfTheIndexIsNotTakenForAll() {
    twoStories();
    server.on("POST /news/_near_dup/passages", NONE);
    server.on(
        "POST /_search/scroll",
        "{\"_scroll_id\": \"s\", \"_shards\": {\"failed\": 1}, \"hits\": {\"hits\": []}}");
    Run run = run("--spans");
    assertEquals(1, run.code());
    assertTrue(run.err(), run.err().contains("a part of the index failed"));
    assertTrue(server.asked().contains("DELETE /_search/scroll {\"scroll_id\":\"s\"}"));
  }

  @Test
  public void whatStoodBeforeCanBeCut() {
    twoStories();
    server.on(
        "POST /news/_near_dup/passages",
        NONE,
        "{\"complete\": true, \"hits\": [{\"_index\": \"news\", \"_id\": \"b\","
            + " \"passages_total\": 1, \"passages\": ["
            + passage(0, 90)
            + "]}]}",
        "{\"complete\": true, \"hits\": [{\"_index\": \"news\", \"_id\": \"a\","
            + " \"passages_total\": 4, \"passages\": ["
            + String.join(",", passage(50, 90), passage(10, 30), passage(20, 40))
            + "]}]}");
    Run run = run("--spans");
    assertEquals("0\t10\t40\tb\n0\t50\t90\tb\n", run.out());
    assertTrue(run.err(), run.err().contains("1 documents share more than the server answers"));
  }
}
