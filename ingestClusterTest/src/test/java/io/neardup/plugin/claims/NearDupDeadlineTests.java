// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchTransportService;
import org.opensearch.core.rest.RestStatus;

/** A document waits for its decision so long, and no longer, whatever does not answer. */
public class NearDupDeadlineTests extends NearDupClusterTestCase {
  private static final long A = 0x0123456789abcdefL;
  private static final long B = 0xfedcba9876543210L;

  private static IndexRequest document(String id, long print) {
    return new IndexRequest("news").id(id).source("print", Fingerprint.toHex(print));
  }

  private static Map<?, ?> nearDup(String id) {
    return (Map<?, ?>) client().prepareGet("news", id).get().getSource().get("near_dup");
  }

  public void testSearchesNeverAnswer() throws Exception {
    create("-1", 1);
    setting("plugins.near_dup.ingest.timeout", "2s");
    List<HeldRequests> held = new ArrayList<>();
    for (String node : internalCluster().getDataNodeNames()) {
      held.add(new HeldRequests(internalCluster(), node, SearchTransportService.QUERY_ACTION_NAME));
    }
    try {
      BulkResponse answer =
          anyClient()
              .bulk(new BulkRequest().add(document("1", A)).add(document("2", A)))
              .actionGet(30, TimeUnit.SECONDS);
      assertFalse(answer.buildFailureMessage(), answer.hasFailures());
      assertEquals("index_only", nearDup("1").get("checked"));
      // What the deadline ends depends on how far the home came: all of it is honest.
      assertThat(
          List.of("search_failed", "no_home", "takeover"),
          hasItem(nearDup("1").get("reason").toString()));
      assertEquals("duplicate", nearDup("2").get("status"));
      assertEquals(nearDup("1").get("group"), nearDup("2").get("group"));
    } finally {
      for (HeldRequests requests : held) {
        requests.close();
      }
    }
    assertNothingLeft();
  }

  /** The pipeline is changed while all nodes write: nothing is refused, nothing missed. */
  public void testPipelineIsChangedUnderWriters() throws Exception {
    pipeline("p", "'field':'print','max_distance':1");
    create("-1", 1);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<List<BulkItemResponse>>> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int thread = i;
      writers.add(threads.submit(() -> writePairs(thread, done)));
    }
    TimeUnit.MILLISECONDS.sleep(500);
    pipeline("p", "'field':'print','max_distance':3");
    TimeUnit.MILLISECONDS.sleep(1500);
    done.set(true);
    try {
      for (Future<List<BulkItemResponse>> writer : writers) {
        for (BulkItemResponse item : writer.get(1, TimeUnit.MINUTES)) {
          assertFalse(item.getFailureMessage(), item.isFailed());
          Map<?, ?> decision = nearDup(item.getId());
          assertNull(decision.toString(), decision.get("checked"));
          // Each pair is at distance 1, near in both ways.
          boolean second = item.getId().endsWith("b");
          assertEquals(decision.toString(), second ? "duplicate" : "new", decision.get("status"));
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertNothingLeft();
  }

  private List<BulkItemResponse> writePairs(int thread, AtomicBoolean done) {
    List<BulkItemResponse> items = new ArrayList<>();
    for (int i = 0; done.get() == false; i++) {
      long print = 0x9E3779B97F4A7C15L * (1 + thread + 4L * i);
      for (String half : List.of("a", "b")) {
        long near = half.equals("a") ? print : print ^ 1;
        IndexRequest document = document(thread + "-" + i + half, near);
        items.addAll(
            List.of(anyClient().bulk(new BulkRequest().add(document)).actionGet().getItems()));
      }
    }
    return items;
  }

  /** What cannot wait so long is refused in a way that clients repeat. */
  public void testPipelineIsChangedWhileClaimsStay() throws Exception {
    create("-1", 1);
    setting("plugins.near_dup.ingest.timeout", "2s");
    pipeline("q", "'field':'print','max_distance':2");
    try (HeldRequests writes =
        new HeldRequests(internalCluster(), home(), "indices:data/write/bulk[s][p]")) {
      var first = client().bulk(new BulkRequest().add(document("1", A)));
      writes.await();
      BulkItemResponse refused =
          client()
              .bulk(new BulkRequest().add(document("2", B).setPipeline("q")))
              .actionGet(30, TimeUnit.SECONDS)
              .getItems()[0];
      assertEquals(RestStatus.TOO_MANY_REQUESTS, refused.getFailure().getStatus());
      assertThat(
          refused.getFailureMessage(),
          containsString(
              "[stages] was [{\"simhash\":\"print\",\"max_distance\":3}] and is"
                  + " [{\"simhash\":\"print\",\"max_distance\":2}]"));
      assertFalse(refused.getFailureMessage(), refused.getFailureMessage().contains("io.neardup"));
      writes.release();
      assertFalse(first.actionGet().hasFailures());
    }
    setting("plugins.near_dup.ingest.timeout", "30s");
    IndexRequest again = document("2", A).setPipeline("q");
    assertFalse(client().bulk(new BulkRequest().add(again)).actionGet().hasFailures());
    assertEquals(nearDup("1").get("group"), nearDup("2").get("group"));
    assertEquals("duplicate", nearDup("2").get("status"));
  }
}
