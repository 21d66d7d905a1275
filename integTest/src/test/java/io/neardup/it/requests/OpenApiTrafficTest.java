// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.neardup.server.ExchangeListener;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ServiceLoader;
import org.junit.Test;

/** Requests and answers that are not as in docs/openapi.yaml fail the test that sends them. */
public class OpenApiTrafficTest {
  private static final String IDF = "/news/_simhash/_idf";
  private static final String FIND = "/news/_near_dup";
  private static final String FOUND = "{\"took\": 1, \"results\": []}";
  private static final String REFUSED =
      "{\"error\": {\"type\": \"t\", \"reason\": \"r\"}, \"status\": 400}";

  private final OpenApiTraffic traffic = new OpenApiTraffic();

  @Test
  public void theClientKnowsIt() {
    assertTrue(
        ServiceLoader.load(ExchangeListener.class).stream()
            .anyMatch(listener -> listener.type() == OpenApiTraffic.class));
  }

  @Test
  public void whatIsAsInTheFilePasses() throws IOException {
    send("POST", FIND, "{\"field\": \"f\", \"id\": \"1\"}", 200, FOUND);
    send("GET", FIND, "{\"field\": \"f\", \"id\": \"1\"}", 200, FOUND);
    send("POST", FIND + "?pretty", "{\"field\": \"f\", \"id\": \"1\"}", 200, FOUND);
    traffic.exchanged(
        "POST", IDF, "{\"field\": \"f\"}", new Rest.Answer(200, new TextNode("word 1.5\n")));
  }

  @Test
  public void whatTheServerRefusesMayBeAnything() throws IOException {
    send("POST", FIND, "{\"fields\": 7", 400, REFUSED);
    send("POST", FIND + "?nonsense=true", "{}", 400, REFUSED);
    send(
        "POST",
        FIND,
        "{\"field\": \"f\", \"hashes\": [\"nonsense\"]}",
        200,
        "{\"took\": 1, \"results\": [" + REFUSED + "]}");
  }

  @Test
  public void whatTheServerAcceptsMustBeInTheFile() {
    refuse("POST", FIND, "{\"field\": \"f\", \"fuzzy\": true}", 200, FOUND, "fuzzy");
    refuse("POST", FIND, "{\"field\": \"f\", \"max_distance\": 65}", 200, FOUND, "64");
    refuse("POST", FIND + "?fuzzy=1", "{\"field\": \"f\"}", 200, FOUND, "fuzzy");
    refuse("POST", "/_minhash/fuzzy", "{\"field\": \"f\"}", 200, FOUND, "no such endpoint");
  }

  @Test
  public void whatItAnswersMustBeInTheFile() {
    String request = "{\"field\": \"f\", \"id\": \"1\"}";
    refuse("POST", FIND, request, 200, "{\"took\": 1, \"results\": [], \"hits\": 7}", "hits");
    refuse("POST", FIND, request, 200, "{\"took\": 1, \"results\": [{\"hit\": 1}]}", "hit");
    refuse("POST", FIND, request, 200, "{\"took\": \"1\", \"results\": []}", "took");
    refuse("POST", FIND, request, 200, "{\"took\": 1}", "results");
    refuse("POST", FIND, request, 400, "{\"status\": 400}", "error");
  }

  @Test
  public void whatIsFilteredMayBeMissing() throws IOException {
    send(
        "POST",
        FIND + "?filter_path=took",
        "{\"field\": \"f\", \"id\": \"1\"}",
        200,
        "{\"took\": 1}");
  }

  @Test
  public void otherRequestsAreNotJudged() throws IOException {
    send("GET", "/news/_search?q=near_dup", null, 200, "{}");
    send("POST", "/near_dup/_doc", "{\"field\": 7}", 200, "{}");
  }

  private void refuse(
      String method, String target, String body, int status, String answer, String named) {
    AssertionError e =
        assertThrows(AssertionError.class, () -> send(method, target, body, status, answer));
    assertTrue(e.getMessage(), e.getMessage().lines().findFirst().orElseThrow().contains(named));
  }

  private void send(String method, String target, String body, int status, String answer)
      throws IOException {
    traffic.exchanged(
        method, target, body, new Rest.Answer(status, new ObjectMapper().readTree(answer)));
  }
}
