// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.CheckedBiConsumer;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.disruption.NetworkDisruption;
import org.opensearch.test.disruption.NetworkDisruption.TwoPartitions;
import org.opensearch.transport.client.Client;

/**
 * A node has not been told that it is no home any more, and can write to others: as one that stood
 * still for a while, or that only the cluster manager does not see.
 */
public class NearDupStaleHomeTests extends NearDupNetworkTestCase {
  private static final long A = 0x0123456789abcdefL;
  private static final long B = ~A;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.lost_after", "0s")
        .put("cluster.no_cluster_manager_block", "metadata_write")
        .build();
  }

  private void createOn(String nodes, String index, int replicas) {
    create(
        index,
        Settings.builder()
            .put("index.number_of_shards", 1)
            .put("index.number_of_replicas", replicas)
            .put("index.routing.allocation.include._name", nodes));
  }

  private static Map<?, ?> write(Client client, String index, String id, long print) {
    client
        .prepareIndex(index)
        .setId(id)
        .setSource("print", Fingerprint.toHex(print))
        .setRefreshPolicy(RefreshPolicy.IMMEDIATE)
        .get();
    return decision(client, index, id);
  }

  private static Map<?, ?> decision(Client client, String index, String id) {
    return (Map<?, ?>) client.prepareGet(index, id).get().getSourceAsMap().get("near_dup");
  }

  /** Writes to the second index, and then cuts its home off from the cluster manager. */
  private void cutOff(CheckedBiConsumer<Client, Client, Exception> meanwhile) throws Exception {
    Set<String> nodes = new TreeSet<>(internalCluster().getDataNodeNames());
    String manager = internalCluster().getClusterManagerName();
    nodes.remove(manager);
    createOn(String.join(",", nodes), "news", 1);
    String stale = home();
    nodes.remove(stale);
    String next = nodes.iterator().next();
    createOn(next, "other", 0);
    write(client(stale), "news", "0", A);
    write(client(stale), "other", "0", 0);
    NetworkDisruption disruption =
        new NetworkDisruption(
            new TwoPartitions(Set.of(stale), Set.of(manager)), NetworkDisruption.DISCONNECT);
    internalCluster().setDisruptionScheme(disruption);
    disruption.startDisrupting();
    try {
      assertSoon(() -> assertEquals(next, home(client(next))));
      meanwhile.accept(client(stale), client(next));
    } finally {
      disruption.stopDisrupting();
    }
    ensureStableCluster(internalCluster().size());
    assertNothingOnItsWay();
  }

  public void testWhatItDecidesIsInDoubt() throws Exception {
    pipeline(",'indices':['news','other']");
    cutOff(
        (stale, next) -> {
          assertSoon(
              () -> {
                Map<?, ?> decision = write(next, "news", "1", B);
                assertEquals("new", decision.get("status"));
                assertNull("in doubt", decision.get("checked"));
              });
          assertEquals("new", write(stale, "other", "2", B ^ 1).get("status"));
        });
    Map<?, ?> second = decision(client(), "other", "2");
    assertEquals(second.toString(), "index_only", second.get("checked"));
  }

  /** What was deleted meanwhile does not stand in for what would be dropped. */
  public void testItDropsNothing() throws Exception {
    pipeline(",'indices':['news','other'],'on_duplicate':'drop'");
    cutOff(
        (stale, next) -> {
          next.prepareDelete("news", "0").get();
          write(stale, "other", "2", A ^ 1);
        });
    assertTrue("dropped", client().prepareGet("other", "2").get().isExists());
  }
}
