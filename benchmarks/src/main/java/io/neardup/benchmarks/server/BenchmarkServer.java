// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * One real, empty node with the plugin, the size of a small production node. It ends when closed,
 * or with this JVM.
 */
public final class BenchmarkServer implements AutoCloseable {
  private static final int POLL_NANOS = 50_000_000;

  private final ServerCluster cluster;
  private final Rest rest;

  private BenchmarkServer(ServerCluster cluster) throws IOException {
    this.cluster = cluster;
    this.rest = Rest.to(cluster.http());
  }

  public static BenchmarkServer start(ServerOptions options) throws IOException {
    Distribution server = Distribution.at(options.server());
    server.install(options.zip());
    return new BenchmarkServer(
        ServerCluster.start(
            server, options.output().resolve("node"), 1, Map.of(), options.jvmOptions()));
  }

  /** A client for untimed requests. */
  public Rest rest() {
    return rest;
  }

  /** A connection for timed and long requests. */
  public Connection connect() throws IOException {
    URI address = cluster.http().get(0);
    return new Connection(address.getHost(), address.getPort());
  }

  /** CPU time of the server since its start. */
  public Duration cpuTime() {
    return cluster.cpuTime();
  }

  /**
   * Recreates an index with one shard and no replicas, without automatic refreshes, and without a
   * request cache, since lookups are repeated.
   */
  public void create(String index, String mappings, String settings) throws IOException {
    create(index, 1, mappings, settings);
  }

  /** The same with so many shards. */
  public void create(String index, int shards, String mappings, String settings)
      throws IOException {
    create(
        index,
        mappings,
        shards,
        """
        , "refresh_interval": "-1", "translog.durability": "async", "queries.cache.enabled": false\
        """
            + settings);
  }

  /** Recreates an index with one shard and no replicas, and defaults for everything else. */
  public void createOrdinary(String index, String mappings, String settings) throws IOException {
    create(index, mappings, 1, settings);
  }

  private void create(String index, String mappings, int shards, String settings)
      throws IOException {
    rest.delete("/" + index + "?ignore_unavailable=true");
    rest.put(
        "/" + index,
        String.format(
            Locale.ROOT,
            """
        {"settings": {"index": {"number_of_shards": %d, "number_of_replicas": 0%s}},
         "mappings": %s}
        """,
            shards,
            settings,
            mappings));
  }

  /** Refreshes, and waits until no merge is running. */
  public void settle(String index) throws IOException {
    try (Connection connection = connect()) {
      connection.succeed("POST", "/" + index + "/_refresh", "");
    }
    awaitMerges(index);
  }

  /** Merges the index into one Lucene segment. */
  public void forceMerge(String index) throws IOException {
    try (Connection connection = connect()) {
      connection.succeed("POST", "/" + index + "/_forcemerge?max_num_segments=1", "");
      connection.succeed("POST", "/" + index + "/_refresh", "");
    }
    awaitMerges(index);
  }

  private void awaitMerges(String index) throws IOException {
    String path = "/" + index + "/_stats/merge";
    while (rest.get(path).at("/_all/total/merges/current").asInt(-1) != 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Bytes of the index's files, after those of merged segments are deleted. */
  public long bytes(String index) throws IOException {
    try (Connection connection = connect()) {
      connection.succeed("POST", "/" + index + "/_flush?force=true", "");
    }
    String path = "/" + index + "/_stats/store";
    return rest.get(path).at("/_all/total/store/size_in_bytes").asLong();
  }

  /** Number of Lucene segments. */
  public int segments(String index) throws IOException {
    return rest.get("/" + index + "/_stats/segments").at("/_all/total/segments/count").asInt();
  }

  public void delete(List<String> indices) throws IOException {
    rest.delete("/" + String.join(",", indices) + "?ignore_unavailable=true");
  }

  @Override
  public void close() throws IOException {
    try (cluster) {
      rest.close();
    }
  }
}
