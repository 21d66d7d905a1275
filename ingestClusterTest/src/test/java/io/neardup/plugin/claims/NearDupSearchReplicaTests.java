// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.common.settings.Settings;

/** Replicas that only search, on a node of their own. */
public class NearDupSearchReplicaTests extends NearDupRemoteStoreTests {
  @Override
  public void setUp() throws Exception {
    super.setUp();
    internalCluster()
        .startNode(
            Settings.builder().putList("node.roles", DiscoveryNodeRole.SEARCH_ROLE.roleName()));
  }

  @Override
  protected Settings replication() {
    return Settings.builder()
        .put("index.replication.type", "SEGMENT")
        .put("index.number_of_search_replicas", 1)
        .put("index.number_of_replicas", 0)
        .build();
  }
}
