// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.faults;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.client.transport.httpclient5.ResponseException;

/**
 * What requests and jobs must have given back, on every node, when they have ended, however they
 * did: memory, contexts, tasks and threads.
 */
public final class NothingHeld {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int POLL_NANOS = 100_000_000;
  private static final String STATISTICS =
      "/_nodes/stats/breaker,thread_pool,indices/search?filter_path=nodes.*.name,"
          + "nodes.*.breakers.request.estimated_size_in_bytes,"
          + "nodes.*.breakers.near_dup.estimated_size_in_bytes,"
          + "nodes.*.thread_pool.*.active,nodes.*.thread_pool.*.queue,"
          + "nodes.*.indices.search.open_contexts";

  /** Those that do anything for the plugin. */
  private static final List<String> POOLS =
      List.of("search", "index_searcher", "get", "write", "generic", "near_dup_groups");

  private static final String KEPT =
      "/_near_dup/stats?filter_path=nodes.*.idf_dictionaries.size_in_bytes,"
          + "nodes.*.ingest.window";

  private static final long STEP = 1 << 16;

  /** Those that are there: statistics go on counting those of shards that were closed. */
  private static final String PINNED = "/_search/point_in_time/_all";

  private static final String TASKS =
      "/_tasks?detailed&actions=*near_dup/groups*,indices:data/read/search*,"
          + "indices:data/write/bulk*,indices:data/read/mget*";

  private NothingHeld() {}

  /** Waits until nobody holds anything; fails if something is left. */
  public static void await(Rest rest) throws IOException {
    await(rest, true);
  }

  /** The same without points in time: those of a node that is gone end with their time. */
  static void awaitButPins(Rest rest) throws IOException {
    await(rest, false);
  }

  private static void await(Rest rest, boolean pins) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<String> left = left(rest, pins);
    while (left.isEmpty() == false) {
      assertTrue("left by a job that has ended: " + left, System.nanoTime() < deadline);
      LockSupport.parkNanos(POLL_NANOS);
      left = left(rest, pins);
    }
  }

  private static List<String> left(Rest rest, boolean pins) throws IOException {
    List<String> left = new ArrayList<>();
    JsonNode kept = rest.get(KEPT).path("nodes");
    for (Map.Entry<String, JsonNode> each : rest.get(STATISTICS).path("nodes").properties()) {
      JsonNode node = each.getValue();
      add(left, node, "/breakers/request/estimated_size_in_bytes", 0);
      addHeld(left, node, kept.path(each.getKey()));
      for (String pool : POOLS) {
        add(left, node, "/thread_pool/" + pool + "/active", 0);
        add(left, node, "/thread_pool/" + pool + "/queue", 0);
      }
      if (pins) {
        add(left, node, "/indices/search/open_contexts", 0);
      }
    }
    if (pins) {
      pins(rest, left);
    }
    for (JsonNode node : rest.get(TASKS).path("nodes")) {
      node.path("tasks").forEach(task -> left.add(task.toString()));
    }
    return left;
  }

  /** A node that was killed a moment ago is asked, too, as long as others take it for alive. */
  private static void pins(Rest rest, List<String> left) throws IOException {
    try {
      rest.send("GET", PINNED, null).body().path("pits").forEach(pit -> left.add(pit.toString()));
    } catch (ResponseException e) {
      left.add(e.getMessage());
    }
  }

  /** A node keeps its dictionaries until it stops, and the claims in its window. */
  private static void addHeld(List<String> left, JsonNode node, JsonNode kept) {
    long held = node.at("/breakers/near_dup/estimated_size_in_bytes").asLong(-1);
    assertTrue(node.toString(), held >= 0);
    for (JsonNode dictionary : kept.path("idf_dictionaries")) {
      held -= dictionary.path("size_in_bytes").asLong();
    }
    // Claims are charged in steps, of which one is kept for the next claim.
    long claims = kept.at("/ingest/window/size_in_bytes").asLong();
    long least = (claims + STEP - 1) / STEP * STEP;
    if (held < least || held > (claims == 0 ? 0 : least + STEP)) {
      left.add(node.path("name").asText() + ": " + held + " bytes of near_dup with " + kept);
    }
  }

  private static void add(List<String> left, JsonNode node, String path, long kept) {
    JsonNode number = node.at(path);
    assertTrue(node.toString(), number.isIntegralNumber());
    if (number.asLong() != kept) {
      left.add(node.path("name").asText() + path + ": " + number);
    }
  }
}
