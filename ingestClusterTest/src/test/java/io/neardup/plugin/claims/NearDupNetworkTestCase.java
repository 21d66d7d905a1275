// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import org.opensearch.cluster.coordination.Coordinator;
import org.opensearch.cluster.coordination.FollowersChecker;
import org.opensearch.cluster.coordination.LeaderChecker;
import org.opensearch.common.CheckedRunnable;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchService;
import org.opensearch.test.disruption.NetworkDisruption;

/** Nodes whose network fails, and who soon notice. */
public abstract class NearDupNetworkTestCase extends NearDupClusterTestCase {

  /** Nodes are missed within a second, as in core's own tests of partitions. */
  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put(LeaderChecker.LEADER_CHECK_TIMEOUT_SETTING.getKey(), "2s")
        .put(LeaderChecker.LEADER_CHECK_RETRY_COUNT_SETTING.getKey(), 1)
        .put(FollowersChecker.FOLLOWER_CHECK_TIMEOUT_SETTING.getKey(), "2s")
        .put(FollowersChecker.FOLLOWER_CHECK_RETRY_COUNT_SETTING.getKey(), 1)
        .put(Coordinator.PUBLISH_TIMEOUT_SETTING.getKey(), "5s")
        .put("plugins.near_dup.ingest.timeout", "2s")
        // Searches whose coordinator is cut off are given up while the test still looks.
        .put(SearchService.DEFAULT_KEEPALIVE_SETTING.getKey(), "5s")
        .put(SearchService.KEEPALIVE_INTERVAL_SETTING.getKey(), "500ms")
        .build();
  }

  /**
   * Eight threads write to [news] before, during and after it; nothing is lost, and all replayed.
   */
  protected NearDupWriters writtenDuring(
      NetworkDisruption disruption, CheckedRunnable<Exception> meanwhile) throws Exception {
    int nodes = internalCluster().size();
    internalCluster().setDisruptionScheme(disruption);
    NearDupWriters writers = new NearDupWriters("news", false, true, documents());
    writers.run(
        this::anyClient,
        () -> {
          disruption.startDisrupting();
          try {
            meanwhile.run();
          } catch (Exception e) {
            throw new AssertionError(e);
          } finally {
            disruption.stopDisrupting();
          }
        });
    ensureStableCluster(nodes);
    ensureGreen("news");
    assertNothingOnItsWay();
    writers.check(client());
    logger.warn("{}, {} writes failed", writers, writers.lost());
    return writers;
  }
}
