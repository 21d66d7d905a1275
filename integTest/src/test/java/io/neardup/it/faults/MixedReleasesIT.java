// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.it.requests.OpenApiTraffic;
import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Two releases of the plugin in one cluster: they understand each other, or say which node to
 * upgrade; no document is lost either way. The newer one is on the second node.
 */
public class MixedReleasesIT {
  private static final int NODES = 2;
  private static final int NEWER = 1;
  private static final String REFUSAL =
      "a message of the near-dup plugin has version [0.2.0], but the receiving node understands"
          + " versions up to [0.1.0]; upgrade the plugin on that node";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ServerCluster cluster;

  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeClass
  public static void start() throws IOException {
    cluster = Clusters.start("mixed", NODES, Map.of());
  }

  @AfterClass
  public static void stop() {
    cluster.close();
  }

  @After
  public void disconnect() throws IOException {
    client.close();
    try (Rest rest = Rest.to(cluster.http())) {
      rest.delete("/docs?ignore_unavailable=true");
    }
  }

  @Test
  public void olderAndNewerNodesUnderstandEachOther() throws Exception {
    upgrade("newer", false);
    for (int node = 0; node < NODES; node++) {
      write(node);
    }
    ok(send(0, "POST", "/docs/_refresh", null));
    for (int node = 0; node < NODES; node++) {
      assertFoundByAll(ok(search(node)).at("/hits/total/value").asInt(), node);
      JsonNode nearDup = ok(nearDup(node));
      assertFoundByAll(nearDup.at("/results/0/total/value").asInt(), node);
      assertEquals(nearDup.toString(), 0, nearDup.at("/results/0/_shards/failed").asInt());
      JsonNode stats = ok(send(node, "GET", "/_near_dup/stats", null));
      assertEquals(stats.toString(), NODES, stats.at("/_nodes/successful").asInt());
      JsonNode segments = ok(send(node, "GET", "/docs/_near_dup/_segments", null));
      assertEquals(segments.toString(), NODES, segments.at("/_shards/successful").asInt());
    }
  }

  @Test
  public void whatOnlyTheNewerReleaseCanSayIsRefusedInWords() throws Exception {
    upgrade("newer-says-more", true);
    for (int node = 0; node < NODES; node++) {
      write(node);
    }
    ok(send(0, "POST", "/docs/_refresh", null));
    // Nothing is lost, even if a node could not be asked.
    JsonNode count = ok(send(0, "GET", "/docs/_count", null));
    assertEquals(count.toString(), 2 * NODES, count.path("count").asInt());
    assertRefused(search(NEWER));
    assertRefused(nearDup(NEWER));
    assertRefused(nearDup(0));
    assertRefused(send(NEWER, "GET", "/docs/_near_dup/_segments", null));
  }

  private void upgrade(String name, boolean saysMore) throws Exception {
    Path zip = Clusters.path("near-dup.zip");
    Path folder = Clusters.path("near-dup.clusters").resolve(name + "-release");
    Distribution newer = Clusters.server(name);
    newer.install(NewerRelease.build(saysMore, Clusters.path("near-dup.server"), zip, folder));
    cluster.stop(NEWER);
    cluster.use(NEWER, newer);
    cluster.startAgain(NEWER);
    // Stored through a node of this release: the newer one could not ask the others about
    // analyzers.
    ok(
        send(
            0,
            "PUT",
            "/_ingest/pipeline/docs",
            Json.of(
                "{'processors': [{'set': {'field': 'print', 'value': '9f3a5c3b12ff00aa',"
                    + " 'override': false}}, {'near_dup': {'field': 'print', 'precomputed':"
                    + " true}}]}")));
    ok(
        send(
            0,
            "PUT",
            "/docs",
            Json.of(
                "{'settings': {'number_of_shards': 2, 'number_of_replicas': 0,"
                    + " 'routing.allocation.total_shards_per_node': 1, 'default_pipeline':"
                    + " 'docs'}, 'mappings': {'properties': {'print': {'type': 'simhash'},"
                    + " 'near_dup': {'properties': {'group': {'type': 'keyword'}, 'status':"
                    + " {'type': 'keyword'}, 'seq': {'type': 'long'}}}}}}")));
    ok(send(0, "GET", "/_cluster/health/docs?wait_for_status=green&timeout=60s", null));
  }

  /** Writes two documents with one bulk; both must succeed. */
  private void write(int node) throws Exception {
    String bulk =
        Json.of(
            "{'index': {'_id': 'a$1'}}\n{'n': $1}\n{'index': {'_id': 'b$1'}}\n{'n': $1}\n", node);
    JsonNode answer = ok(send(node, "POST", "/docs/_bulk", bulk));
    assertEquals(answer.toString(), false, answer.path("errors").asBoolean(true));
  }

  private static void assertFoundByAll(int found, int node) {
    assertEquals("asked node " + node, 2 * NODES, found);
  }

  private HttpResponse<String> search(int node) throws Exception {
    return send(
        node,
        "POST",
        "/docs/_search",
        Json.of("{'query': {'near_dup': {'print': {'hash': '9f3a5c3b12ff00aa'}}}}"));
  }

  private HttpResponse<String> nearDup(int node) throws Exception {
    return send(
        node,
        "POST",
        "/docs/_near_dup",
        Json.of("{'field': 'print', 'hashes': ['9f3a5c3b12ff00aa', '00000000000000ff']}"));
  }

  private static void assertRefused(HttpResponse<String> answer) {
    assertTrue(answer.statusCode() + " " + answer.body(), answer.body().contains(REFUSAL));
  }

  private static JsonNode ok(HttpResponse<String> answer) throws IOException {
    assertTrue(answer + " " + answer.body(), answer.statusCode() < 300);
    return JSON.readTree(answer.body());
  }

  /** Like {@link Rest}, compares request and answer with docs/openapi.yaml. */
  private HttpResponse<String> send(int node, String method, String path, String body)
      throws Exception {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(cluster.http(node).resolve(path))
                .header("Content-Type", "application/json")
                .method(
                    method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    new OpenApiTraffic()
        .exchanged(
            method, path, body, new Rest.Answer(answer.statusCode(), JSON.readTree(answer.body())));
    return answer;
  }
}
