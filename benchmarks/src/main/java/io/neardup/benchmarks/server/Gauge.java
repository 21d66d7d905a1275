// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * What the node holds for those who ask.
 *
 * @param charged bytes in the circuit breaker for requests
 * @param heap bytes in use, garbage among them
 * @param contexts readers that are kept open
 * @param pinned points in time
 */
public record Gauge(long charged, long heap, long contexts, long pinned) {
  private static final String PATH =
      "/_nodes/stats/breaker,jvm,indices/search?filter_path="
          + "nodes.*.breakers.request.estimated_size_in_bytes,nodes.*.jvm.mem.heap_used_in_bytes,"
          + "nodes.*.indices.search.open_contexts,nodes.*.indices.search.point_in_time_current";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int POLL_NANOS = 50_000_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  public static Gauge read(Connection connection) throws IOException {
    return of(JSON.readTree(connection.succeed(Connection.get(PATH)).body()));
  }

  /** Of an answer with one node. */
  static Gauge of(JsonNode answer) {
    JsonNode node = answer.path("nodes").elements().next();
    return new Gauge(
        number(node, "/breakers/request/estimated_size_in_bytes"),
        number(node, "/jvm/mem/heap_used_in_bytes"),
        number(node, "/indices/search/open_contexts"),
        number(node, "/indices/search/point_in_time_current"));
  }

  private static long number(JsonNode node, String path) {
    JsonNode number = node.at(path);
    if (number.isIntegralNumber() == false) {
      throw new IllegalStateException("no [" + path + "] in the node's statistics: " + node);
    }
    return number.asLong();
  }

  /** The greater of each. */
  public Gauge max(Gauge other) {
    return new Gauge(
        Math.max(charged, other.charged),
        Math.max(heap, other.heap),
        Math.max(contexts, other.contexts),
        Math.max(pinned, other.pinned));
  }

  /** Whether nothing is held beyond this, but for garbage. */
  boolean isBack(Gauge before) {
    return charged <= before.charged && contexts <= before.contexts && pinned <= before.pinned;
  }

  /** Waits until all is given back; that it is not is a failure. */
  public static void awaitBack(Connection connection, Gauge before) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Gauge now = read(connection);
    while (now.isBack(before) == false) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "a job has left " + now + ", before it there was " + before);
      }
      LockSupport.parkNanos(POLL_NANOS);
      now = read(connection);
    }
  }
}
