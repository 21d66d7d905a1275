// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.transport.client.Client;

/**
 * What is written, and not acknowledged yet, is no reason to drop another document, nor is it
 * replaced before it is there.
 */
public class NearDupUnacknowledgedTests extends NearDupClusterTestCase {
  private static final long A = 0x0123456789abcdefL;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.lost_after", "1s")
        .build();
  }

  private static ActionFuture<BulkResponse> send(Client client, String id, long print) {
    return send(client, id, print, 0);
  }

  private static ActionFuture<BulkResponse> send(Client client, String id, long print, int number) {
    BulkRequest bulk = new BulkRequest();
    bulk.add(
        new IndexRequest("news")
            .id(id)
            .source("print", Fingerprint.toHex(print), "number", number));
    return client.bulk(bulk);
  }

  private static BulkItemResponse item(ActionFuture<BulkResponse> answer) {
    return answer.actionGet(60, TimeUnit.SECONDS).getItems()[0];
  }

  private static String replica() {
    ClusterState state = client().admin().cluster().prepareState().get().getState();
    ShardRouting copy =
        state.routingTable().index("news").shard(0).replicaShards().iterator().next();
    return state.nodes().get(copy.currentNodeId()).getName();
  }

  /** The first is on its primary only, and goes with it, as does whoever sent it. */
  public void testThePrimaryDiesBeforeItAnswers() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    create("-1", 1);
    String primary = home();
    String replica = replica();
    Set<String> others = new TreeSet<>(internalCluster().getDataNodeNames());
    others.remove(primary);
    others.remove(replica);
    String other = others.iterator().next();
    ActionFuture<BulkResponse> second;
    try (HeldRequests copies =
        new HeldRequests(internalCluster(), replica, "indices:data/write/bulk[s][r]")) {
      var unused = send(internalCluster().client(primary), "1", A);
      copies.await();
      assertTrue(
          "it is on the primary",
          internalCluster()
              .client(other)
              .prepareGet("news", "1")
              .setPreference("_primary")
              .get()
              .isExists());
      second = send(internalCluster().client(other), "2", A ^ 1);
      copies.await();
      internalCluster().stopRandomNode(InternalTestCluster.nameFilter(primary));
      ensureStableCluster(3, other);
      assertBusy(() -> assertEquals(replica, home(client(other))));
    }
    BulkItemResponse item = item(second);
    assertFalse(item.getFailureMessage(), item.isFailed());
    Client client = client(other);
    assertFalse(client.prepareGet("news", "1").get().isExists());
    assertTrue(client.prepareGet("news", "2").get().isExists());
  }

  /** A better document is there before the one that it replaces: that one goes all the same. */
  public void testTheReplacedOneComesLast() throws Exception {
    assertOneIsLeft("replace", "1", "2");
  }

  public void testTheCanonicalComesLast() throws Exception {
    assertOneIsLeft("drop", "2", "1");
  }

  /** Of two near documents the first one is held on its way, while groups are seen to. */
  private void assertOneIsLeft(String mode, String gone, String kept) throws Exception {
    boolean replaces = mode.equals("replace");
    pipeline(",'on_duplicate':'" + mode + "'" + (replaces ? ",'keep':[{'number':'desc'}]" : ""));
    create("-1", 1);
    ActionFuture<BulkResponse> first;
    try (HeldRequests writes =
        new HeldRequests(internalCluster(), home(), "indices:data/write/bulk[s][p]")) {
      first = send(anyClient(), "1", A, 1);
      writes.await();
      writes.letOthersPass();
      assertFalse(item(send(anyClient(), "2", A ^ 1, 2)).isFailed());
      assertFalse("too early", waitUntil(() -> "new".equals(status("2")), 5, TimeUnit.SECONDS));
    }
    assertFalse(item(first).isFailed());
    assertSoon(() -> assertFalse(client().prepareGet("news", gone).get().isExists()));
    assertEquals("new", status(kept));
  }

  private static Object status(String id) {
    Object decision = client().prepareGet("news", id).get().getSourceAsMap().get("near_dup");
    return ((Map<?, ?>) decision).get("status");
  }
}
