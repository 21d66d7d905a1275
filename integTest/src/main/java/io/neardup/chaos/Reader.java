// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks for near-duplicates in the {@link Archive}, by the endpoint and by the query, of one node
 * after the other. What is answered must be what brute force says, unless the answer itself says
 * that it is not whole; a node may be away, but none may fail (500) or refuse (4xx).
 */
final class Reader implements Runnable {
  private static final int MAX_DISTANCE = 11;
  private static final int PAUSE_MILLIS = 50;

  /** What is answered when a node is on its way out, or too busy. */
  private static final List<Integer> NOT_NOW = List.of(429, 502, 503, 504);

  private final Archive archive;
  private final Nodes nodes;
  private final History history;
  private final Random random;
  private final CountDownLatch stop;
  private final List<Finding> findings = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger whole = new AtomicInteger();
  private final AtomicInteger notWhole = new AtomicInteger();

  /**
   * @param stop is opened when nothing more shall be asked
   */
  Reader(Archive archive, Nodes nodes, History history, long seed, CountDownLatch stop) {
    this.archive = archive;
    this.nodes = nodes;
    this.history = history;
    this.random = new Random(seed);
    this.stop = stop;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  @Override
  public String toString() {
    return whole + " whole and right answers, " + notWhole + " that were not whole or none";
  }

  @Override
  public void run() {
    try {
      for (int turn = 0; stop.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS) == false; turn++) {
        ask(turn % nodes.size(), turn % 2 == 0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask(int node, boolean byEndpoint) {
    int distance = random.nextInt(MAX_DISTANCE + 1);
    List<Long> prints = List.of(archive.next(random), archive.next(random));
    String path = "/" + Archive.NAME + (byEndpoint ? "/_near_dup" : "/_search");
    String body = byEndpoint ? endpoint(prints, distance) : query(prints.get(0), distance);
    try (Rest rest = Rest.to(List.of(nodes.address(node)))) {
      Rest.Answer answer = rest.send("POST", path, body);
      if (NOT_NOW.contains(answer.status())) {
        notWhole.incrementAndGet();
      } else if (answer.status() != 200) {
        find("answered " + answer.status(), node, body, answer.body());
      } else {
        judge(prints, distance, byEndpoint, answer.body(), node, body);
      }
    } catch (IOException e) {
      // It is away, or the client hides a 5xx in an exception.
      if (String.valueOf(e.getMessage()).contains("500 Internal")) {
        find(e.getMessage(), node, body, null);
      }
      notWhole.incrementAndGet();
    }
  }

  private static String endpoint(List<Long> prints, int distance) {
    return "{\"field\":\"print\",\"hashes\":[\""
        + Archive.hex(prints.get(0))
        + "\",\""
        + Archive.hex(prints.get(1))
        + "\"],\"max_distance\":"
        + distance
        + ",\"size\":"
        + Archive.DOCUMENTS
        + ",\"_source\":false}";
  }

  private static String query(long print, int distance) {
    return "{\"size\":"
        + Archive.DOCUMENTS
        + ",\"_source\":false,\"query\":{\"near_dup\":{\"print\":{\"hash\":\""
        + Archive.hex(print)
        + "\",\"max_distance\":"
        + distance
        + "}}}}";
  }

  private void judge(
      List<Long> prints, int distance, boolean byEndpoint, JsonNode answer, int node, String body) {
    for (int i = 0; i < (byEndpoint ? prints.size() : 1); i++) {
      JsonNode result = byEndpoint ? answer.path("results").path(i) : answer;
      if (result.at("/_shards/failed").asInt(-1) != 0
          || result.path("timed_out").asBoolean(true)
          || result.has("error")) {
        notWhole.incrementAndGet();
        continue;
      }
      Map<String, Integer> found = new TreeMap<>();
      for (JsonNode hit : byEndpoint ? result.path("hits") : result.at("/hits/hits")) {
        int near =
            byEndpoint
                ? hit.path("distance").asInt(-1)
                : (int) Math.round((1 - hit.path("_score").asDouble()) * Long.SIZE);
        found.put(hit.path("_id").asText(), near);
      }
      if (found.equals(archive.near(prints.get(i), distance))) {
        whole.incrementAndGet();
      } else {
        find(found + " is not " + archive.near(prints.get(i), distance), node, body, answer);
      }
    }
  }

  private void find(String text, int node, String body, JsonNode answer) {
    List<String> evidence = List.of("asked n" + node, body, String.valueOf(answer));
    findings.add(
        new Finding(Finding.Kind.WRONG_ANSWER, Archive.NAME, text, history.now(), evidence));
  }
}
