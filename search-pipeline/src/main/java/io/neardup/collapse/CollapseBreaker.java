// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/** Hands the request breaker of the node to this feature: plugins get it by injection only. */
public final class CollapseBreaker extends AbstractLifecycleComponent {
  /** Called by the node. */
  @Inject
  public CollapseBreaker(SearchCollapse collapse, CircuitBreakerService breakers) {
    collapse.charge(breakers.getBreaker(CircuitBreaker.REQUEST));
  }

  @Override
  protected void doStart() {}

  @Override
  protected void doStop() {}

  @Override
  protected void doClose() {}
}
