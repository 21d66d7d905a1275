// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.test.disruption.NetworkDisruption;
import org.opensearch.test.disruption.NetworkDisruption.Bridge;

/**
 * Two sides of a cluster see each other through one node only, while eight threads write on both
 * sides and on the bridge. What a side has written is no later there than its claims are kept.
 */
@ClusterScope(
    scope = OpenSearchIntegTestCase.Scope.TEST,
    numDataNodes = 5,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class NearDupBridgeTests extends NearDupNetworkTestCase {

  public void testOneNodeSeesBothSides() throws Exception {
    create("-1", 2);
    Set<String> nodes = new TreeSet<>(Set.of(internalCluster().getNodeNames()));
    NetworkDisruption disruption =
        new NetworkDisruption(Bridge.random(random(), nodes), NetworkDisruption.DISCONNECT);
    writtenDuring(disruption, () -> TimeUnit.SECONDS.sleep(8));
    // Failed writes may arrive until then, which is longer than anybody looks; these have ended.
    setting("plugins.near_dup.ingest.lost_after", "0s");
    assertNothingLeft();
  }
}
