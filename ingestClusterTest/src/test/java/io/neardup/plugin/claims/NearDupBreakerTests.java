// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.stream.StreamSupport;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/** The memory of claims is charged to a circuit breaker, and given back in every way. */
public class NearDupBreakerTests extends NearDupClusterTestCase {
  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    // Some 280 claims: two steps of the window's memory.
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("breaker.near_dup.limit", "128kb")
        .build();
  }

  private static CircuitBreaker breaker(String node) {
    return internalCluster().getInstance(CircuitBreakerService.class, node).getBreaker("near_dup");
  }

  private static long trips() {
    return StreamSupport.stream(
            internalCluster().getInstances(CircuitBreakerService.class).spliterator(), false)
        .mapToLong(service -> service.getBreaker("near_dup").getTrippedCount())
        .sum();
  }

  /** A trip is a full window: documents are decided from the index, and no claim is forgotten. */
  public void testTrips() throws Exception {
    create("-1", 1);
    NearDupWriters writers = new NearDupWriters("news", false, false, documents());
    writers.run(this::anyClient, () -> {});
    writers.check(client());
    assertTrue(trips() > 0);
    assertTrue(writers.toString(), writers.doubted() > 0);
    assertTrue(writers.toString(), writers.doubted() < writers.decided());
    assertEquals(0, writers.lost());
    assertNothingLeft();
    for (String node : internalCluster().getNodeNames()) {
      assertEquals(node, 0, breaker(node).getUsed());
    }
  }

  public void testGivenBackWhenTheHomeMoves() throws Exception {
    setting("plugins.near_dup.ingest.refresh_interval", "10m");
    create("-1", 1);
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareUpdateSettings("news")
            .setSettings(Settings.builder().put("index.number_of_replicas", 0))
            .get());
    ensureGreen();
    client().prepareIndex("news").setSource("print", "0123456789abcdef").get();
    String from = home();
    assertTrue("it waits for a refresh", breaker(from).getUsed() > 0);
    moveHome();
    assertBusy(() -> assertEquals(0, breaker(from).getUsed()));
  }
}
