// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import org.junit.After;
import org.junit.Before;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.search.SearchService;

/** A test of jobs of {@code _near_dup/groups}, which leave nothing open behind them. */
public abstract class GroupsTestCase extends TaskTestCase {
  protected static final String GROUPS = "indices:data/read/near_dup/groups";

  /** Jobs wait for what they may write a second instead. */
  @Before
  public void openTheGateAtOnce() {
    gate.countDown();
  }

  @After
  public void nothingIsLeftOpen() throws Exception {
    assertBusy(
        () -> {
          assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts());
          CircuitBreakerService breakers = getInstanceFromNode(CircuitBreakerService.class);
          assertEquals(0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed());
        });
  }
}
