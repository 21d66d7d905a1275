// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.PreparedServer;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.Rule;
import picocli.CommandLine;

/** The page of {@code review} of a server that answers what is prepared. */
abstract class ReviewTestCase {
  static final ObjectMapper JSON = new ObjectMapper();

  @Rule public final PreparedServer server = new PreparedServer();

  final Review review(String dest, String list, String... shown) throws IOException {
    Server client = new Server();
    new CommandLine(client).parseArgs("--url=" + server.url());
    ShownFields fields = new ShownFields();
    new CommandLine(fields).parseArgs(shown);
    return new Review(client, "news", dest, null, list, fields);
  }

  final Review prepared() throws IOException {
    server.on(
        "GET /news/_mapping",
        """
        {"news": {"mappings": {"properties": {"print": {"type": "minhash"},
          "Headline": {"type": "text"}, "site": {"type": "keyword"}, "at": {"type": "date"},
          "body": {"type": "text"}}}}}""");
    state("done");
    return review("d", null);
  }

  final void state(String state) {
    told(
        String.format(
            Locale.ROOT,
            "\"state\": \"%s\", \"body\": \"{\\\"field\\\": \\\"print\\\", \\\"similarity\\\": 0.6}\"",
            state));
  }

  final void told(String run) {
    server.on(
        "GET /d/_mapping",
        "{\"d\": {\"mappings\": {\"_meta\": {\"near_dup_groups\": {" + run + "}}}}}");
  }

  final void record(String... hits) {
    server.on(
        "POST /d/_search",
        List.of(hits).stream()
            .map(hit -> "{\"hits\": {\"total\": {\"value\": 1}, \"hits\": [" + hit + "]}}")
            .toArray(String[]::new));
  }

  static String hit(String id, String status, int seqNo) {
    return String.format(
        Locale.ROOT,
        "{\"_id\": \"r%s\", \"_seq_no\": %d, \"_primary_term\": 1, \"_source\": {\"index\": \"news\","
            + " \"id\": \"%s\", \"group\": \"g\", \"status\": \"%s\", \"similarity\": 0.7}}",
        id,
        seqNo,
        id,
        status);
  }

  static JsonNode ask(Review review, String route, String body) throws IOException {
    return review.routes().get(route).answer(JSON.readTree(body));
  }

  final String lastAsked() {
    return server.asked().stream().reduce((a, b) -> b).orElseThrow();
  }

  final JsonNode lastBody() throws IOException {
    return JSON.readTree(lastAsked().substring(lastAsked().indexOf('{')));
  }
}
