// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import io.neardup.server.Distribution;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/** The clusters that all tests share, each started on first use, and stopped when this JVM ends. */
public final class Clusters {
  private Clusters() {}

  private static final class Single {
    static final ServerCluster CLUSTER = shared("one", 1);
  }

  private static final class Triple {
    static final ServerCluster CLUSTER = shared("three", 3);
  }

  /** A cluster of one node. */
  public static ServerCluster one() {
    return Single.CLUSTER;
  }

  /** A cluster of three nodes. */
  public static ServerCluster three() {
    return Triple.CLUSTER;
  }

  /** A separate cluster for one test, which must close it. */
  public static ServerCluster start(String name, int size, Map<String, Object> settings)
      throws IOException {
    Distribution server = Distribution.at(path("near-dup.server"));
    server.install(path("near-dup.zip"));
    return ServerCluster.start(server, path("near-dup.clusters").resolve(name), size, settings);
  }

  /** A separate server for one test, which installs its plugins. */
  public static Distribution server(String name) throws IOException {
    Path folder = path("near-dup.clusters").resolve(name + "-server");
    return Distribution.at(path("near-dup.server")).linkedAt(folder);
  }

  /** A separate node on a separate server; the test must close it. */
  public static ServerCluster start(String name, Distribution server) throws IOException {
    return ServerCluster.start(server, path("near-dup.clusters").resolve(name), 1, Map.of());
  }

  private static ServerCluster shared(String name, int size) {
    try {
      return start(name, size, Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path in this system property, set by the build. */
  public static Path path(String property) {
    return Path.of(System.getProperty(property)).normalize();
  }
}
