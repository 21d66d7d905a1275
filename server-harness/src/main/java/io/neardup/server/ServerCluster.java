// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One or more nodes that found each other. A single node may be stopped and started again while the
 * others serve. Closing stops them all.
 */
public final class ServerCluster implements AutoCloseable {
  private static final String SEEDS = "discovery.seed_hosts";

  private final List<ServerNode> nodes = new ArrayList<>();

  private ServerCluster() {}

  /**
   * Starts a new, empty cluster of short-lived nodes, and returns when all of them have joined.
   *
   * @param folder emptied, then has a folder per node
   * @param settings of every node
   */
  public static ServerCluster start(
      Distribution distribution, Path folder, int size, Map<String, Object> settings)
      throws IOException {
    return start(distribution, folder, size, settings, NodeConfig.SHORT_LIVED);
  }

  /**
   * Starts a new, empty cluster, and returns when all its nodes have joined.
   *
   * @param folder emptied, then has a folder per node
   * @param settings of every node
   * @param jvmOptions of every node
   */
  public static ServerCluster start(
      Distribution distribution,
      Path folder,
      int size,
      Map<String, Object> settings,
      List<String> jvmOptions)
      throws IOException {
    Folders.delete(folder);
    ServerCluster cluster = new ServerCluster();
    try {
      for (int i = 0; i < size; i++) {
        NodeConfig config = new NodeConfig(folder.resolve("n" + i), settings, jvmOptions);
        cluster.nodes.add(new ServerNode(distribution, config));
      }
      cluster.bootstrap();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** The first node elects itself; the others start in parallel with its address. */
  private void bootstrap() throws IOException {
    ServerNode first = nodes.get(0);
    first.configure(
        nodes.size() == 1
            ? first.config().with("discovery.type", "single-node")
            : first.config().with("cluster.initial_cluster_manager_nodes", List.of("n0")));
    first.start();
    List<ServerNode> others = nodes.subList(1, nodes.size());
    for (ServerNode node : others) {
      node.configure(node.config().with(SEEDS, List.of(first.transport())));
      node.launch();
    }
    for (ServerNode node : others) {
      node.awaitStarted();
    }
    awaitNodes(nodes.size());
  }

  /** Number of nodes, running or not. */
  public int size() {
    return nodes.size();
  }

  /** The HTTP addresses of all running nodes. */
  public List<URI> http() throws IOException {
    List<URI> uris = new ArrayList<>();
    for (ServerNode node : nodes) {
      if (node.isRunning()) {
        uris.add(node.http());
      }
    }
    return uris;
  }

  /** The folder of a node's configuration. */
  public Path config(int node) {
    return nodes.get(node).config().config();
  }

  /** Processor time of all running nodes since each was started. */
  public Duration cpuTime() {
    return nodes.stream()
        .filter(ServerNode::isRunning)
        .map(ServerNode::cpuTime)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Stops one node; the others notice. */
  public void stop(int node) {
    nodes.get(node).stop();
  }

  /** Ends one node with SIGKILL. */
  public void kill(int node) {
    nodes.get(node).kill();
  }

  /** Freezes one node; its connections stay open. */
  public void pause(int node) throws IOException {
    nodes.get(node).pause();
  }

  /** Resumes a frozen node. */
  public void resume(int node) throws IOException {
    nodes.get(node).resume();
  }

  /** Whether a node's process is alive, frozen or not. */
  public boolean isRunning(int node) {
    return nodes.get(node).isRunning();
  }

  /** The HTTP address of a running node. */
  public URI http(int node) throws IOException {
    return nodes.get(node).http();
  }

  /** Sets the distribution of a node from its next start on. */
  public void use(int node, Distribution distribution) {
    nodes.get(node).use(distribution);
  }

  /** Starts a stopped node on its data, and returns when it has joined again. */
  public void startAgain(int node) throws IOException {
    List<String> seeds = new ArrayList<>();
    for (ServerNode other : nodes) {
      if (other.isRunning()) {
        seeds.add(other.transport());
      }
    }
    ServerNode stopped = nodes.get(node);
    if (nodes.size() > 1) {
      stopped.configure(stopped.config().with(SEEDS, seeds));
    }
    stopped.start();
    awaitNodes(seeds.size() + 1);
  }

  private void awaitNodes(int count) throws IOException {
    try (Rest rest = Rest.to(http())) {
      rest.get("/_cluster/health?wait_for_nodes=" + count + "&timeout=120s");
    }
  }

  /** Stops all nodes in parallel. */
  @Override
  public void close() {
    nodes.parallelStream().forEach(ServerNode::stop);
  }
}
