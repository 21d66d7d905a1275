// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import java.nio.file.Path;
import org.opensearch.common.settings.Settings;

/** Replicas that take their segments from a remote store, and refresh when they get them. */
public class NearDupRemoteStoreTests extends NearDupReplicationTests {
  private Path repository;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    if (repository == null) {
      repository = randomRepoPath().toAbsolutePath();
    }
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put(remoteStoreClusterSettings("remote", repository))
        .build();
  }

  /** The store makes it so. */
  @Override
  protected Settings replication() {
    return Settings.EMPTY;
  }
}
