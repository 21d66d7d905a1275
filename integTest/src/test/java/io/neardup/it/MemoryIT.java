// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Distribution;
import io.neardup.server.NodeConfig;
import io.neardup.server.Rest;
import io.neardup.server.ServerNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The heaviest requests within the default limits, to a node with a heap of 512 MB: each is
 * answered, or refused with a 429; the node lives, and holds nothing afterwards. To add another
 * one, index what it is about and {@link #send} it.
 */
public class MemoryIT {
  private static final int TOO_MANY = 429;
  private static final int SHOWN = 500;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int POLL_NANOS = 500_000_000;
  private static final String REQUEST_BREAKER =
      "/_nodes/_local/stats/breaker?filter_path=nodes.*.breakers.request.estimated_size_in_bytes";
  private static final String SAME = "00000000000000ff";

  private static ServerNode node;
  private static Rest rest;

  @BeforeClass
  public static void start() throws IOException {
    Distribution server = Distribution.at(Clusters.path("near-dup.server"));
    server.install(Clusters.path("near-dup.zip"));
    node =
        new ServerNode(
            server,
            new NodeConfig(
                Clusters.path("near-dup.clusters").resolve("small"),
                Map.of("discovery.type", "single-node"),
                // Without the second compiler, Lucene allocates for each piece of a file it reads.
                List.of("-Xms512m", "-Xmx512m")));
    node.start();
    rest = Rest.to(List.of(node.http()));
  }

  @AfterClass
  public static void stop() throws IOException {
    if (rest != null) {
      rest.close();
    }
    if (node != null) {
      node.close();
    }
  }

  @After
  public void nothingIsHeld() throws IOException {
    assertTrue("the node lives", node.isRunning());
    patiently("GET", REQUEST_BREAKER, null, answer -> used(answer) == 0);
    patiently("DELETE", "/heavy", null);
  }

  private static long used(JsonNode answer) {
    JsonNode node = answer.path("nodes").elements().next();
    return node.at("/breakers/request/estimated_size_in_bytes").asLong();
  }

  /**
   * Sends what is not heavy itself, until the answer is as it should be. A small heap that is full
   * of garbage refuses anything until it is collected, which the server sees to every few seconds;
   * what was refused halfway may have been done all the same.
   */
  private static void patiently(String method, String path, String body, Predicate<JsonNode> good)
      throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    Rest.Answer answer = rest.send(method, path, body);
    boolean again = false;
    while (isGood(answer, again, good) == false) {
      assertTrue(path + ": " + answer, System.nanoTime() < deadline);
      LockSupport.parkNanos(POLL_NANOS);
      answer = rest.send(method, path, body);
      again = true;
    }
  }

  private static boolean isGood(Rest.Answer answer, boolean again, Predicate<JsonNode> good) {
    return answer.status() < 300
        ? good.test(answer.body())
        : again && (answer.status() == 400 || answer.status() == 404);
  }

  private static void patiently(String method, String path, String body) throws IOException {
    patiently(method, path, body, answer -> true);
  }

  /** An index in which each document has the same fingerprint and this text. */
  private static void index(int documents, String text) throws IOException {
    patiently(
        "PUT",
        "/_ingest/pipeline/heavy",
        Json.of("{'processors': [{'simhash': {'fields': ['t'], 'target_field': 'fp'}}]}"));
    patiently(
        "PUT",
        "/heavy",
        Json.of(
            "{'settings': {'number_of_replicas': 0, 'refresh_interval': -1,"
                + " 'index.default_pipeline': 'heavy'}, 'mappings': {'properties':"
                + " {'fp': {'type': 'simhash'}, 't': {'type': 'text', 'index': false}}}}"));
    for (int i = 0; i < documents; i++) {
      patiently(
          "PUT",
          "/heavy/_doc/" + i + "?pipeline=_none",
          Json.of("{'fp': '$1', 't': '$2'}", SAME, text + " x" + i));
    }
    patiently("POST", "/heavy/_refresh", null);
  }

  /** Sends a heavy request, and reads its answer without keeping it. */
  private static void send(String path, String body) throws IOException, InterruptedException {
    // Room for it to begin.
    patiently("GET", "/heavy/_search?size=0", null);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.http() + path))
            .timeout(Duration.ofMinutes(5))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<InputStream> answer = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream stream = answer.body()) {
        byte[] start = stream.readNBytes(SHOWN);
        stream.transferTo(OutputStream.nullOutputStream());
        String shown = new String(start, StandardCharsets.UTF_8);
        assertTrue(path + ": " + shown, Set.of(200, TOO_MANY).contains(answer.statusCode()));
      }
    }
  }

  private static String words(int different, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "w" + i * 7919 % different)
        .collect(Collectors.joining(" "));
  }

  private static String list(int count, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.replace("#", "" + i % 200))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** Three gigabytes of the same ten sources. */
  @Test
  public void manyQuestionsThatFindTheSameSources() throws Exception {
    index(10, words(1000, 60_000));
    String hashes = list(1000, "\"" + SAME + "\"");
    send("/heavy/_near_dup", Json.of("{'field': 'fp', 'hashes': $1}", hashes));
    send("/heavy/_near_dup", Json.of("{'field': 'fp', 'hashes': $1, 'sort': ['_doc']}", hashes));
    send(
        "/heavy/_near_dup",
        Json.of("{'field': 'fp', 'hashes': $1, '_source': false, 'fields': ['t', 't*']}", hashes));
  }

  @Test
  public void oneQuestionThatFindsManySources() throws Exception {
    index(160, words(90_000, 150_000));
    send("/heavy/_near_dup", Json.of("{'field': 'fp', 'hash': '$1', 'size': 10000}", SAME));
    for (String verify : List.of("{'jaccard': 0.5}", "{'edit': 0.1, 'containment': 0.1}")) {
      send(
          "/heavy/_near_dup",
          Json.of(
              "{'field': 'fp', 'id': '0', 'max_distance': 64, 'size': 1, '_source': false,"
                  + " 'verify': {'text': $1}}",
              Json.of(verify)));
    }
    send(
        "/heavy/_near_dup",
        Json.of(
            "{'field': 'fp', 'ids': $1, 'size': 1,"
                + " 'verify': {'text': {'jaccard': 0.5}, 'max_candidates': 20}}",
            list(160, "\"#\"")));
  }

  @Test
  public void manyQuestionsThatVerifyTheSameTexts() throws Exception {
    index(200, words(5000, 1500));
    send(
        "/heavy/_near_dup",
        Json.of(
            "{'field': 'fp', 'ids': $1, 'size': 1, '_source': false,"
                + " 'verify': {'text': {'jaccard': 0.5}}}",
            list(500, "\"#\"")));
  }

  /** Three hundred megabytes of values to sort by. */
  @Test
  public void manyQuestionsThatSortByLargeValues() throws Exception {
    index(0, "");
    patiently("PUT", "/heavy/_mapping", Json.of("{'properties': {'k': {'type': 'keyword'}}}"));
    for (int i = 0; i < 10; i++) {
      patiently(
          "PUT",
          "/heavy/_doc/" + i + "?pipeline=_none&refresh=true",
          Json.of("{'fp': '$1', 'k': '$2'}", SAME, i + "k".repeat(30_000)));
    }
    send(
        "/heavy/_near_dup",
        Json.of(
            "{'field': 'fp', 'hashes': $1, 'sort': ['k'], '_source': false}",
            list(1000, "\"" + SAME + "\"")));
  }

  /** Close to a gigabyte of a value that is no fingerprint, and that the field ignores. */
  @Test
  public void manyIdsOfLargeValues() throws Exception {
    index(0, "");
    patiently(
        "PUT",
        "/heavy/_mapping",
        Json.of("{'properties': {'odd': {'type': 'simhash', 'ignore_malformed': true}}}"));
    patiently(
        "PUT",
        "/heavy/_doc/0?pipeline=_none&refresh=true",
        Json.of("{'odd': '$1'}", "x".repeat(15_000_000)));
    send("/heavy/_near_dup", Json.of("{'field': 'odd', 'ids': $1}", list(60, "\"0\"")));
  }

  @Test
  public void manyDocuments() throws Exception {
    index(10, words(100, 100));
    String text = words(1500, 1500);
    send(
        "/heavy/_near_dup",
        Json.of("{'field': 'fp', 'docs': $1}", list(7000, "{\"t\":\"" + text + "\"}")));
  }
}
