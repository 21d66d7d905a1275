// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.bulk.TransportShardBulkAction;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.cluster.coordination.Coordinator;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.disruption.BlockClusterStateProcessing;
import org.opensearch.test.disruption.NetworkDisruption;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.Transport;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * The home of a domain goes away and comes back, and so do those who asked it: nobody waits for an
 * answer that cannot come, and no claim stays for ever.
 */
public class NearDupHomesTests extends NearDupClusterTestCase {
  private static final long A = 0x0123456789abcdefL;
  private static final long B = 0xfedcba9876543210L;
  private static final long C = 0x00ff00ff00ff00ffL;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.lost_after", "1s")
        .put(Coordinator.PUBLISH_TIMEOUT_SETTING.getKey(), "1s")
        .build();
  }

  private static IndexRequest document(String index, String id, long print) {
    return new IndexRequest(index).id(id).source("print", Fingerprint.toHex(print));
  }

  private static ActionFuture<BulkResponse> send(Client client, IndexRequest document) {
    return client.bulk(new BulkRequest().add(document));
  }

  private static Map<?, ?> nearDup(String index, String id) {
    return (Map<?, ?>) client().prepareGet(index, id).get().getSource().get("near_dup");
  }

  private static Map<?, ?> write(String index, String id, long print) {
    DocWriteResponse written = client().index(document(index, id, print)).actionGet();
    return nearDup(written.getIndex(), id);
  }

  private static void assertSure(String status, Map<?, ?> decision) {
    assertEquals(decision.toString(), status, decision.get("status"));
    assertNull(decision.toString(), decision.get("checked"));
  }

  /** An index with its only copy on a node. */
  private void createOn(String index, String node) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate(index)
            .setSettings(
                Settings.builder()
                    .put("index.number_of_shards", 1)
                    .put("index.number_of_replicas", 0)
                    .put("index.refresh_interval", "-1")
                    .put("index.routing.allocation.include._name", node)
                    .put("index.default_pipeline", "p"))
            .setMapping(mapping())
            .get());
    ensureGreen(index);
  }

  private static String[] dataNodes() {
    return internalCluster().getDataNodeNames().toArray(String[]::new);
  }

  private static String otherThan(String... nodes) {
    Set<String> left = new TreeSet<>(Set.of(dataNodes()));
    left.removeAll(Set.of(nodes));
    return randomFrom(left.toArray(String[]::new));
  }

  private void stop(String node) throws Exception {
    internalCluster().stopRandomNode(InternalTestCluster.nameFilter(node));
    ensureStableCluster(3);
  }

  /** Its claim is decided when nobody can tell any more what becomes of it. */
  public void testWhoAskedDiesWhileTheHomeSearches() throws Exception {
    create("-1", 1);
    String home = home();
    String victim = nodeWithoutCopy();
    String other = otherThan(home, victim);
    write("news", "0", B);
    try (HeldRequests search =
        new HeldRequests(internalCluster(), home, SearchTransportService.QUERY_ACTION_NAME)) {
      var unused = send(internalCluster().client(victim), document("news", "1", A));
      search.await();
      stop(victim);
    }
    assertNothingLeft();
    send(internalCluster().client(other), document("news", "2", A)).actionGet();
    assertSure("new", nearDup("news", "2"));
    assertFalse(client().prepareGet("news", "1").get().isExists());
  }

  /** The oldest index is closed and opened: each time another node decides. */
  public void testHomeComesBack() throws Exception {
    pipeline(",'indices':['flip-*']");
    String[] nodes = dataNodes();
    createOn("flip-1", nodes[0]);
    createOn("flip-2", nodes[1]);
    assertSure("new", write("flip-2", "1", A));
    assertAcked(client().admin().indices().prepareClose("flip-1").get());
    assertSure("duplicate", write("flip-2", "2", A));
    assertSure("new", write("flip-2", "3", B));
    assertAcked(client().admin().indices().prepareOpen("flip-1").get());
    ensureGreen("flip-1");
    assertSure("duplicate", write("flip-2", "4", B));
    assertAcked(client().admin().indices().prepareClose("flip-1").get());
    assertSure("new", write("flip-2", "5", C));
    assertSure("duplicate", write("flip-2", "6", C));
    assertSure("duplicate", write("flip-2", "7", A));
    assertNothingLeft();
  }

  /** Closed, an index is no part of its alias. */
  public void testOlderIndexOfAnAliasIsClosed() throws Exception {
    String[] nodes = dataNodes();
    createOn("news-1", nodes[0]);
    createOn("news-2", nodes[1]);
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareAliases()
            .addAlias("news-1", "news", false)
            .addAlias("news-2", "news", true)
            .get());
    assertSure("new", write("news", "1", A));
    assertAcked(client().admin().indices().prepareClose("news-1").get());
    assertSure("duplicate", write("news", "2", A));
    assertSure("new", write("news", "3", B));
    assertAcked(client().admin().indices().prepareOpen("news-1").get());
    ensureGreen("news-1");
    assertSure("duplicate", write("news", "4", B));
  }

  /** A claim whose fate is unknown, and then its index goes away. */
  private void assertResolvedWithout(boolean closed) throws Exception {
    String[] nodes = dataNodes();
    createOn("news-1", nodes[0]);
    createOn("news-2", nodes[1]);
    pipeline(",'indices':['news-*']");
    String victim = nodes[2];
    MockTransportService transport =
        (MockTransportService) internalCluster().getInstance(TransportService.class, victim);
    transport.addSendBehavior(
        (connection, id, action, request, options) -> {
          // What it writes never arrives.
          if (action.startsWith(TransportShardBulkAction.ACTION_NAME) == false) {
            connection.sendRequest(id, action, request, options);
          }
        });
    var unused = send(internalCluster().client(victim), document("news-2", "1", A));
    assertBusy(
        () -> assertEquals(1, services().stream().mapToInt(service -> service.inFlight()).sum()));
    setting("plugins.near_dup.ingest.lost_after", "5s");
    stop(victim);
    if (closed) {
      assertAcked(client().admin().indices().prepareClose("news-2").get());
    } else {
      assertAcked(client().admin().indices().prepareDelete("news-2").get());
    }
    assertNothingLeft();
    assertSure("new", write("news-1", "2", A));
  }

  public void testIndexOfALostClaimIsClosed() throws Exception {
    assertResolvedWithout(true);
  }

  public void testIndexOfALostClaimIsDeleted() throws Exception {
    assertResolvedWithout(false);
  }

  /** A home that does not know of a rollover yet waits until it does. */
  public void testClusterStateOfTheHomeLags() throws Exception {
    String manager = internalCluster().getClusterManagerName();
    String home = otherThan(manager);
    String other = otherThan(manager, home);
    createOn("news-000001", home);
    assertAcked(
        client().admin().indices().prepareAliases().addAlias("news-000001", "news", true).get());
    assertSure("new", write("news", "0", B));
    BlockClusterStateProcessing lagging = new BlockClusterStateProcessing(home, random());
    internalCluster().setDisruptionScheme(lagging);
    lagging.startDisrupting();
    ActionFuture<BulkResponse> first;
    ActionFuture<BulkResponse> second;
    try {
      RolloverRequest rollover = new RolloverRequest("news", null);
      rollover.timeout(TimeValue.timeValueSeconds(1));
      rollover.getCreateIndexRequest().waitForActiveShards(ActiveShardCount.NONE);
      rollover
          .getCreateIndexRequest()
          .settings(
              Settings.builder()
                  .put("index.number_of_shards", 1)
                  .put("index.number_of_replicas", 0)
                  .put("index.refresh_interval", "-1")
                  .put("index.routing.allocation.include._name", other)
                  .put("index.default_pipeline", "p"))
          .mapping(mapping());
      client(manager).admin().indices().rolloverIndex(rollover).actionGet();
      assertBusy(
          () ->
              assertTrue(
                  internalCluster()
                      .clusterService(other)
                      .state()
                      .routingTable()
                      .index("news-000002")
                      .allPrimaryShardsActive()));
      first = send(client(other), document("news", "1", A));
      waitUntil(first::isDone, 3, TimeUnit.SECONDS);
      if (first.isDone()) {
        // Until it is forgotten.
        assertNothingLeft();
      }
      second = send(client(other), document("news", "2", A));
      waitUntil(second::isDone, 1, TimeUnit.SECONDS);
    } finally {
      lagging.stopDisrupting();
    }
    assertFalse(first.actionGet().hasFailures());
    assertFalse(second.actionGet().hasFailures());
    Map<?, ?> one = nearDup("news-000002", "1");
    Map<?, ?> two = nearDup("news-000002", "2");
    assertEquals(one.get("group"), two.get("group"));
    assertNull(one.get("checked"));
    assertNull(two.get("checked"));
  }

  /** Whoever was given up comes back, and writes after all: of two new ones one is marked. */
  public void testLateWrite() throws Exception {
    create("-1", 1);
    String home = home();
    String late = nodeWithoutCopy();
    Set<String> others = new TreeSet<>(Set.of(internalCluster().getNodeNames()));
    others.remove(late);
    NetworkDisruption cut =
        new NetworkDisruption(
            new NetworkDisruption.TwoPartitions(Set.of(late), others),
            NetworkDisruption.DISCONNECT);
    internalCluster().setDisruptionScheme(cut);
    MockTransportService transport =
        (MockTransportService) internalCluster().getInstance(TransportService.class, late);
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    ExecutorService generic =
        internalCluster().getInstance(ThreadPool.class, late).executor(ThreadPool.Names.GENERIC);
    transport.addSendBehavior(
        (connection, id, action, request, options) -> {
          if (action.startsWith(TransportShardBulkAction.ACTION_NAME) && released.getCount() > 0) {
            sent.countDown();
            // The sender must not wait: it may be the thread that applies cluster states.
            generic.execute(() -> sendWhenReleased(released, connection, id, action, request));
          } else {
            connection.sendRequest(id, action, request, options);
          }
        });
    ActionFuture<BulkResponse> first = send(client(late), document("news", "1", A));
    assertTrue(sent.await(30, TimeUnit.SECONDS));
    cut.startDisrupting();
    try {
      ensureStableCluster(3, home);
      assertNothingLeft(late);
      assertFalse(send(client(home), document("news", "2", A)).actionGet().hasFailures());
      GetResponse second = client(home).prepareGet("news", "2").get();
      assertEquals("new", ((Map<?, ?>) second.getSource().get("near_dup")).get("status"));
    } finally {
      cut.stopDisrupting();
    }
    ensureStableCluster(4);
    released.countDown();
    assertFalse(first.actionGet().hasFailures());
    assertEquals("new", nearDup("news", "1").get("status"));
    assertBusy(
        () ->
            assertTrue(
                nearDup("news", "1").containsKey("checked")
                    || nearDup("news", "2").containsKey("checked")));
  }

  private static void sendWhenReleased(
      CountDownLatch released,
      Transport.Connection connection,
      long id,
      String action,
      TransportRequest request) {
    try {
      assertTrue(released.await(60, TimeUnit.SECONDS));
      connection.sendRequest(id, action, request, TransportRequestOptions.EMPTY);
    } catch (IOException | TransportException e) {
      // Its connection was cut. The sender knows, and has tried again.
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
