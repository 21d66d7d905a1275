// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import io.neardup.server.Distribution;
import io.neardup.server.ServerCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The clusters all tests share, each started when the first test asks for it. They are stopped when
 * this JVM ends.
 */
final class Clusters {
  private static final Map<String, Object> SETTINGS =
      Map.of("action.destructive_requires_name", false);

  private Clusters() {}

  private static final class Single {
    static final ServerCluster CLUSTER = start("one", 1);
  }

  private static final class Triple {
    static final ServerCluster CLUSTER = start("three", 3);
  }

  /** A cluster of one node. */
  static ServerCluster one() {
    return Single.CLUSTER;
  }

  /** A cluster of three nodes. */
  static ServerCluster three() {
    return Triple.CLUSTER;
  }

  private static ServerCluster start(String name, int size) {
    try {
      Distribution server = Distribution.at(path("near-dup.server"));
      server.install(path("near-dup.zip"));
      return ServerCluster.start(server, path("near-dup.clusters").resolve(name), size, SETTINGS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path path(String property) {
    return Path.of(System.getProperty(property)).normalize();
  }
}
