// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.TaskTestCase;
import java.io.IOException;
import java.util.Collection;
import org.junit.After;
import org.junit.Before;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchService;

/** A test of jobs of {@code _near_dup/groups}, which leave nothing open behind them. */
public abstract class GroupsTestCase extends TaskTestCase {
  protected static final String GROUPS = "indices:data/read/near_dup/groups";

  /** Writes records of documents [p0, p1, …] of [payroll] into [record], the first of them new. */
  protected static void forgedRecords(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      document(
          "record",
          "r" + i,
          "{'index':'payroll','id':'p"
              + i
              + "','seq_no':"
              + i
              + ",'primary_term':1,'group':'g','status':'"
              + (i == 0 ? "new" : "duplicate")
              + "'}");
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HeldRequestsPlugin.class);
    return plugins;
  }

  /** Jobs wait for what they may write a second instead. */
  @Before
  public void openTheGateAtOnce() {
    gate.countDown();
  }

  @After
  public void nothingIsLeftOpen() throws Exception {
    HeldRequestsPlugin.letGo();
    assertBusy(
        () -> {
          assertEquals(0, getInstanceFromNode(SearchService.class).getActiveContexts());
          CircuitBreakerService breakers = getInstanceFromNode(CircuitBreakerService.class);
          assertEquals(0, breakers.getBreaker(CircuitBreaker.REQUEST).getUsed());
        });
  }
}
