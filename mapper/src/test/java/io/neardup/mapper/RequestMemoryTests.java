// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import java.util.function.LongConsumer;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.indices.breaker.HierarchyCircuitBreakerService;
import org.opensearch.test.OpenSearchTestCase;

/** What a search takes counts in the breaker, which may refuse it, until it is given back. */
public class RequestMemoryTests extends OpenSearchTestCase {
  public void testCountsInTheBreaker() {
    CircuitBreaker breaker =
        new HierarchyCircuitBreakerService(
                Settings.builder().put("indices.breaker.request.limit", "10kb").build(),
                List.of(),
                new ClusterSettings(Settings.EMPTY, ClusterSettings.BUILT_IN_CLUSTER_SETTINGS))
            .getBreaker(CircuitBreaker.REQUEST);
    LongConsumer memory = RequestMemory.of(breaker);
    memory.accept(8000);
    assertEquals(8000, breaker.getUsed());
    CircuitBreakingException e =
        expectThrows(CircuitBreakingException.class, () -> memory.accept(8000));
    assertTrue(e.getMessage(), e.getMessage().contains("<near_dup>"));
    memory.accept(-8000);
    assertEquals("what was refused was not counted", 0, breaker.getUsed());
  }

  public void testWithoutABreaker() {
    RequestMemory.of((CircuitBreaker) null).accept(Long.MAX_VALUE);
  }
}
