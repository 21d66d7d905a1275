// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import org.opensearch.test.InternalTestCluster;

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
