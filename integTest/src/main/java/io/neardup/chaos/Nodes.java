// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The nodes that are killed and frozen, and requests that reach one of the others. Troubles come
 * from one thread; writers ask for addresses only.
 */
final class Nodes implements Closeable {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  /** A busy machine takes minutes to start a node. */
  private static final long COPIES_NANOS = TimeUnit.MINUTES.toNanos(6);

  /** One may take too long where others compile meanwhile. */
  private static final int STARTS = 3;

  private static final int PAUSE_MILLIS = 500;

  /** Where primary 0 of an index is, and all its copies. */
  record Home(int node, Set<Integer> copies) {}

  private final ServerCluster cluster;
  private final Rest[] connections;
  private final Set<Integer> away = new HashSet<>();
  private final Set<Integer> gone = new HashSet<>();
  private final Semaphore pause = new Semaphore(0);
  private volatile List<URI> addresses;

  Nodes(ServerCluster cluster) throws IOException {
    this.cluster = cluster;
    this.addresses = cluster.http();
    this.connections = new Rest[cluster.size()];
    for (int i = 0; i < connections.length; i++) {
      connections[i] = Rest.to(List.of(addresses.get(i)), LIMIT);
    }
  }

  int size() {
    return connections.length;
  }

  /** Where a node answers, or did before it was stopped. */
  URI address(int node) {
    return addresses.get(node);
  }

  void kill(int node) {
    away.add(node);
    cluster.kill(node);
  }

  /** Kills a node that does not come back. */
  void lose(int node) {
    gone.add(node);
    kill(node);
  }

  void stop(int node) {
    away.add(node);
    cluster.stop(node);
  }

  /** Changes what a node runs from its next start on. */
  void use(int node, Distribution distribution) {
    cluster.use(node, distribution);
  }

  void pause(int node) throws IOException {
    away.add(node);
    cluster.pause(node);
  }

  void resume(int node) throws IOException {
    cluster.resume(node);
    away.remove(node);
  }

  void startAgain(int node) throws IOException {
    for (int start = 1; cluster.isRunning(node) == false; start++) {
      try {
        cluster.startAgain(node);
      } catch (IOException e) {
        // If it runs, it takes its time to join: whoever needs all copies waits for them.
        if (cluster.isRunning(node) == false && start == STARTS) {
          throw e;
        }
      }
    }
    connections[node].close();
    connections[node] = Rest.to(List.of(cluster.http(node)), LIMIT);
    List<URI> changed = new ArrayList<>(addresses);
    changed.set(node, cluster.http(node));
    addresses = List.copyOf(changed);
    away.remove(node);
  }

  /** Brings back whatever is frozen or stopped, and waits until all copies are there. */
  void heal() throws IOException, InterruptedException {
    for (int node : Set.copyOf(away)) {
      if (cluster.isRunning(node)) {
        resume(node);
      }
    }
    for (int node = 0; node < size(); node++) {
      if (cluster.isRunning(node) == false && gone.contains(node) == false) {
        startAgain(node);
      }
    }
    awaitGreen();
  }

  void awaitGreen() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + COPIES_NANOS;
    JsonNode health;
    do {
      // The server gives a copy up after five failures, such as a lock held by a search whose
      // coordinating node was frozen, although the reason passes.
      send("POST", "/_cluster/reroute?retry_failed=true&metric=none", null);
      health = send("GET", "/_cluster/health", null).body();
      if (health.path("status").asText().equals("green")
          && health.path("relocating_shards").asInt() == 0
          && health.path("number_of_nodes").asInt() == size() - gone.size()) {
        return;
      }
      pause.tryAcquire(1, TimeUnit.SECONDS);
    } while (System.nanoTime() < deadline);
    throw new IOException("not all copies are there in the end: " + health);
  }

  /** Sends to one node after the other until one answers, whatever it says but that it cannot. */
  Rest.Answer send(String method, String path, String body)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (int turn = 0; ; turn++) {
      int node = turn % size();
      String failure = "no node is left";
      if (away.contains(node) == false) {
        try {
          Rest.Answer answer = connections[node].send(method, path, body);
          if (answer.status() < 500 && answer.status() != 429) {
            return answer;
          }
          failure = answer.toString();
        } catch (IOException e) {
          failure = e.toString();
        }
      }
      if (System.nanoTime() > deadline) {
        throw new IOException("no node answers " + method + " " + path + ": " + failure);
      }
      pause.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** The same, and the answer must be that it was done. */
  JsonNode done(String method, String path, String body) throws IOException, InterruptedException {
    Rest.Answer answer = send(method, path, body);
    if (answer.status() >= 300) {
      throw new IOException(method + " " + path + " answered " + answer);
    }
    return answer.body();
  }

  /** Where the domain that begins with this index is decided; null while nowhere. */
  Home home(String index) throws IOException, InterruptedException {
    int primary = -1;
    Set<Integer> copies = new HashSet<>();
    for (JsonNode shard : done("GET", "/_cat/shards/" + index + "?format=json", null)) {
      String name = shard.path("node").asText("");
      if (shard.path("shard").asText().equals("0") && name.startsWith("n")) {
        int node = Integer.parseInt(name.substring(1).split(" ", 2)[0]);
        copies.add(node);
        primary = shard.path("prirep").asText().equals("p") ? node : primary;
      }
    }
    return primary < 0 ? null : new Home(primary, copies);
  }

  @Override
  public void close() throws IOException {
    for (Rest connection : connections) {
      connection.close();
    }
  }
}
