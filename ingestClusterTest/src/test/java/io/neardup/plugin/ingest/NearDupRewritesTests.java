// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.admin.indices.datastream.CreateDataStreamAction;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.SendRequestTransportException;
import org.opensearch.transport.Transport;
import org.opensearch.transport.TransportMessageListener;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * Writes that are no plain new documents: upserts, conflicts, rewrites and what fails or is gone
 * before the next one comes.
 */
public class NearDupRewritesTests extends NearDupDocumentsTestCase {

  public void testUpserts() throws Exception {
    news();
    UpdateRequest upsert =
        new UpdateRequest("news", "1").doc(Map.of("number", 1)).upsert(source(A));
    UpdateRequest other = new UpdateRequest("news", "2").doc(Map.of("number", 1)).upsert(source(B));
    written(upsert, other, document("3", near(A)));
    written(document("4", near(B)), document("5", near(A)));
    assertNew("1", "2");
    assertDuplicate("3", "1");
    assertDuplicate("4", "2");
    assertDuplicate("5", "1");
    // Of a document that is there, what is given for one that is not is not written.
    written(new UpdateRequest("news", "1").doc(Map.of("number", 2)).upsert(source(C)));
    written(document("6", C), document("7", near(A)));
    assertNew("6");
    assertDuplicate("7", "1");
  }

  public void testCreateConflicts() throws Exception {
    news();
    written(document("1", A));
    BulkItemResponse conflict = write(document("1", B).create(true))[0];
    assertEquals(RestStatus.CONFLICT, conflict.getFailure().getStatus());
    written(document("2", near(A)), document("3", B));
    assertDuplicate("2", "1");
    // The one that failed was the first of its group, which goes on.
    assertNew("3");
    BulkItemResponse[] items = write(document("4", C).create(true), document("4", A).create(true));
    assertFalse(items[0].isFailed());
    assertTrue(items[1].isFailed());
    written(document("5", near(C)));
    assertDuplicate("5", "4");
  }

  public void testTheFirstOfAGroupFails() throws Exception {
    news();
    Map<String, Object> broken = Map.of("number", "none");
    BulkItemResponse[] items =
        write(document("news", "1", A, broken), document("2", near(A)), document("3", B));
    assertEquals(RestStatus.BAD_REQUEST, items[0].getFailure().getStatus());
    assertNew("2");
    assertNull(decision("2").toString(), decision("2").get("of"));
    written(document("4", A));
    assertDuplicate("4", "2");
    written(document("5", A));
    assertDuplicate("5", "2");
  }

  public void testDataStreamRollsOver() throws Exception {
    template("stream", true);
    assertAcked(
        client()
            .execute(CreateDataStreamAction.INSTANCE, new CreateDataStreamAction.Request("stream"))
            .get());
    Map<String, Object> time = Map.of("@timestamp", "2026-01-01T00:00:00Z");
    written(document("stream", "1", A, time).create(true));
    String first = backingIndex("1");
    assertTrue(
        client()
            .admin()
            .indices()
            .rolloverIndex(new RolloverRequest("stream", null))
            .actionGet()
            .isRolledOver());
    written(
        document("stream", "2", near(A), time).create(true),
        document("stream", "3", B, time).create(true));
    String second = backingIndex("2");
    assertNotEquals(first, second);
    Map<?, ?> duplicate = decision(second, "2");
    assertEquals(Map.of("index", first, "id", "1"), duplicate.get("of"));
    assertEquals(decision(first, "1").get("group"), duplicate.get("group"));
    assertEquals("new", decision(second, "3").get("status"));
    written(document("stream", "4", near(B), time).create(true));
    assertEquals(Map.of("index", second, "id", "3"), decision(second, "4").get("of"));
  }

  private String backingIndex(String id) {
    client().admin().indices().prepareRefresh("stream").get();
    return client()
        .prepareSearch("stream")
        .setQuery(QueryBuilders.idsQuery().addIds(id))
        .get()
        .getHits()
        .getAt(0)
        .getIndex();
  }

  public void testTheSameIdWithAnotherText() throws Exception {
    news();
    written(document("1", A));
    written(document("1", B));
    assertNew("1");
    written(document("2", near(A)), document("3", near(B)));
    assertNew("2");
    assertDuplicate("3", "1");
    written(document("1", B));
    assertNew("1");
  }

  public void testTheSameIdTwiceInOneBulk() throws Exception {
    news();
    written(document("1", A), document("1", B), document("2", near(A)), document("3", near(B)));
    assertNew("1");
    // What is near to a text that is about to go is decided from the index alone.
    assertEquals("new", nearDup("news", "2").get("status"));
    assertDuplicate("3", "1");
    written(document("4", C), document("4", C));
    assertNew("4");
    written(document("5", near(C)), document("6", near(A)));
    assertDuplicate("5", "4");
    assertEquals(nearDup("news", "2").get("group"), nearDup("news", "6").get("group"));
  }

  /** Nothing is dropped, failed or rerouted for a canonical that is not there any more. */
  private void assertKeptWithoutItsCanonical(String parameters) throws Exception {
    pipeline(parameters);
    news();
    create("copies", "-1", 1);
    written(document("1", A));
    BulkItemResponse gone = write(document("2", near(A)))[0];
    assertFalse("while it is there", get("news", "2").isExists());
    assertTrue(
        gone.isFailed()
            || gone.getResponse().getResult() == DocWriteResponse.Result.NOOP
            || gone.getIndex().equals("copies"));
    written(new DeleteRequest("news", "1"));
    written(document("3", A));
    assertNew("3");
    written(document("3", B));
    written(document("4", A));
    assertNew("4");
    // Past the pipeline.
    written(document("4", B).setPipeline("_none"));
    written(document("5", A));
    assertNew("5");
  }

  public void testDropWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'drop'");
  }

  public void testFailWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'fail'");
  }

  public void testRerouteWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'reroute','to':'copies'");
  }

  /** A bulk that is held up on its way to the shard, from a node that has no copy. */
  private final class HeldUp implements AutoCloseable {
    private final AtomicBoolean held = new AtomicBoolean();
    private final CountDownLatch sent = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final MockTransportService transport;
    private final ActionFuture<BulkResponse> answer;

    HeldUp(boolean fails, IndexRequest document) throws Exception {
      String node = nodeWithoutCopy();
      transport =
          (MockTransportService) internalCluster().getInstance(TransportService.class, node);
      // The sender must not wait: it may be the thread that reads all that the node is answered.
      ExecutorService generic =
          internalCluster().getInstance(ThreadPool.class, node).executor(ThreadPool.Names.GENERIC);
      transport.addSendBehavior(
          (connection, id, action, request, options) -> {
            if (action.startsWith(BulkAction.NAME + "[s]") && held.compareAndSet(false, true)) {
              sent.countDown();
              generic.execute(() -> goOn(fails, connection, id, action, request));
            } else {
              connection.sendRequest(id, action, request, options);
            }
          });
      answer = internalCluster().client(node).bulk(new BulkRequest().add(document));
      assertTrue(sent.await(30, TimeUnit.SECONDS));
    }

    private void goOn(
        boolean fails,
        Transport.Connection connection,
        long id,
        String action,
        TransportRequest request) {
      try {
        assertTrue(released.await(60, TimeUnit.SECONDS));
        if (fails) {
          Transport original = transport.getOriginalTransport();
          original
              .getResponseHandlers()
              .onResponseReceived(id, new TransportMessageListener() {})
              .handleException(
                  new SendRequestTransportException(
                      connection.getNode(), action, new IllegalStateException("cut")));
        } else {
          connection.sendRequest(id, action, request, TransportRequestOptions.EMPTY);
        }
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    BulkItemResponse release() throws Exception {
      released.countDown();
      BulkItemResponse item = answer.actionGet().getItems()[0];
      settled();
      return item;
    }

    @Override
    public void close() {
      released.countDown();
      transport.clearAllRules();
    }
  }

  /** The first one is claimed, but not in the index: the second may be the only one. */
  private void assertKeptBesideWhatIsHeldUp(boolean fails, String parameters) throws Exception {
    pipeline(parameters);
    create("news", "-1", 1);
    create("copies", "-1", 1);
    Object group;
    try (HeldUp first = new HeldUp(fails, document("1", A))) {
      BulkItemResponse second =
          anyClientBut(first.transport)
              .bulk(new BulkRequest().add(document("2", near(A))))
              .get()
              .getItems()[0];
      assertFalse(second.getFailureMessage(), second.isFailed());
      assertFalse(get("news", "1").isExists());
      assertEquals("duplicate", decision("2").get("status"));
      assertEquals(Map.of("index", "news", "id", "1"), decision("2").get("of"));
      group = decision("2").get("group");
      assertEquals(fails, first.release().isFailed());
    }
    if (fails) {
      assertBusy(
          () -> assertEquals("new", nearDup("news", "2").get("status")), 30, TimeUnit.SECONDS);
      Map<?, ?> second = nearDup("news", "2");
      if (group.equals(second.get("group")) == false) {
        // While nobody knows whether the first one will be written, its group is not taken over.
        assertEquals(second.toString(), "in_flight", second.get("reason"));
      }
      write(document("3", A));
      GetResponse third = get("news", "3");
      if (third.isExists()) {
        Map<?, ?> decision = (Map<?, ?>) third.getSource().get("near_dup");
        assertTrue(
            decision + " beside " + second,
            List.of(group, second.get("group")).contains(decision.get("group"))
                || "index_only".equals(decision.get("checked")));
      }
    } else {
      assertNew("1");
      assertEquals(group, decision("1").get("group"));
      write(document("3", A));
      assertFalse("now it is there", get("news", "3").isExists());
    }
  }

  private Client anyClientBut(MockTransportService transport) {
    String not = transport.getLocalNode().getName();
    return internalCluster()
        .client(
            randomValueOtherThan(
                not,
                () -> randomFrom(internalCluster().getDataNodeNames().toArray(String[]::new))));
  }

  public void testDropBesideOneThatIsHeldUp() throws Exception {
    assertKeptBesideWhatIsHeldUp(randomBoolean(), ",'on_duplicate':'drop'");
  }

  public void testFailBesideOneThatIsHeldUp() throws Exception {
    assertKeptBesideWhatIsHeldUp(randomBoolean(), ",'on_duplicate':'fail'");
  }

  public void testRerouteBesideOneThatIsHeldUp() throws Exception {
    assertKeptBesideWhatIsHeldUp(randomBoolean(), ",'on_duplicate':'reroute','to':'copies'");
  }
}
