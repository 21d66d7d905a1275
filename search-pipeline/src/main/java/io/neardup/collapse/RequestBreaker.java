// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.request.NearDupLimits;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/** Hands out the request breaker of the node, which plugins get by injection only. */
public final class RequestBreaker extends AbstractLifecycleComponent {
  /** Called by the node. */
  @Inject
  public RequestBreaker(
      SearchCollapse collapse, NearDupLimits limits, CircuitBreakerService breakers) {
    CircuitBreaker breaker = breakers.getBreaker(CircuitBreaker.REQUEST);
    collapse.charge(breaker);
    limits.charge(breaker);
  }

  @Override
  protected void doStart() {}

  @Override
  protected void doStop() {}

  @Override
  protected void doClose() {}
}
