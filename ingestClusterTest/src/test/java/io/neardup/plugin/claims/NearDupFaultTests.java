// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.transport.MockTransportService;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportService;

/**
 * Whatever happens to the home of a domain, no document is lost, and only decisions that say so
 * miss a duplicate.
 */
public class NearDupFaultTests extends NearDupClusterTestCase {

  private NearDupWriters writers() {
    return new NearDupWriters("news", false, true, documents());
  }

  private void assertNothingLost(NearDupWriters writers) {
    writers.check(client());
    logger.warn("{}, {} writes failed", writers, writers.lost());
  }

  public void testHomeIsRelocated() throws Exception {
    create("-1", 1);
    NearDupWriters writers = writers();
    writers.run(this::anyClient, this::moveHome);
    assertNothingLost(writers);
    assertEquals("a relocation is no excuse", 0, writers.doubted());
    assertEquals(0, writers.lost());
    assertNothingLeft();
  }

  public void testHomeIsStopped() throws Exception {
    create("-1", 2);
    NearDupWriters writers = writers();
    String survivor =
        randomValueOtherThan(
            home(), () -> randomFrom(internalCluster().getDataNodeNames().toArray(String[]::new)));
    writers.run(
        () -> internalCluster().client(survivor),
        () -> {
          try {
            internalCluster().stopRandomNode(InternalTestCluster.nameFilter(home()));
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
    ensureStableCluster(3);
    assertNothingLost(writers);
    assertTrue("what it had on its way is waited for: " + writers, writers.doubted() == 0);
  }

  /** What was written since nobody knew whether its id has a document goes when somebody does. */
  public void testIdsCannotBeLookedUp() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    create("-1", 1);
    write("1", 0);
    MockTransportService transport =
        (MockTransportService) internalCluster().getInstance(TransportService.class, home());
    transport.<TransportRequest>addRequestHandlingBehavior(
        "indices:data/read/mget[shard][s]",
        (handler, request, channel, task) ->
            channel.sendResponse(new IllegalStateException("not now")));
    write("2", 1);
    assertTrue(isThere("2"));
    transport.clearInboundRules();
    assertSoon(() -> assertFalse(isThere("2")));
    assertTrue(isThere("1"));
  }

  private void write(String id, long print) {
    BulkRequest bulk = new BulkRequest();
    bulk.add(new IndexRequest("news").id(id).source("print", Fingerprint.toHex(print)));
    BulkItemResponse item = anyClient().bulk(bulk).actionGet().getItems()[0];
    assertFalse(item.getFailureMessage(), item.isFailed());
  }

  private boolean isThere(String id) {
    return anyClient().prepareGet("news", id).get().isExists();
  }

  public void testWindowIsFull() throws Exception {
    create("-1", 1);
    setting("plugins.near_dup.ingest.window.entries", "200");
    setting("plugins.near_dup.ingest.refresh_interval", "1s");
    NearDupWriters writers = writers();
    writers.run(this::anyClient, () -> {});
    assertNothingLost(writers);
    assertTrue(writers.toString(), writers.doubted() > 0);
    assertEquals(0, writers.lost());
  }

  public void testIndexIsClosedAndOpened() throws Exception {
    create("-1", 1);
    NearDupWriters writers = writers();
    writers.run(
        this::anyClient,
        () -> {
          assertAcked(client().admin().indices().prepareClose("news").get());
          assertAcked(client().admin().indices().prepareOpen("news").get());
        });
    ensureGreen();
    assertNothingLost(writers);
  }

  public void testIndexIsDeleted() throws Exception {
    // Whoever writes next makes it again.
    template("news", false);
    NearDupWriters writers = writers();
    writers.run(
        this::anyClient, () -> assertAcked(client().admin().indices().prepareDelete("news").get()));
    if (indexExists("news") == false) {
      // All had been written by then.
      create("-1", 1);
    }
    ensureGreen();
    writers.forgetWhatIsGone(client());
    writers.check(client());
  }
}
