// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.function.LongConsumer;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.query.QueryShardContext;

/** Counts the working memory of a query against the request breaker, which may refuse it. */
final class RequestMemory {
  private RequestMemory() {}

  /** Where a query of this context accounts for what it takes and gives back. */
  static LongConsumer of(QueryShardContext context) {
    CircuitBreakerService breakers =
        context == null || context.bigArrays() == null
            ? null
            : context.bigArrays().breakerService();
    return of(breakers == null ? null : breakers.getBreaker(CircuitBreaker.REQUEST));
  }

  /** The same of this breaker, or of none. */
  static LongConsumer of(CircuitBreaker breaker) {
    return bytes -> {
      if (breaker == null) {
        return;
      }
      if (bytes > 0) {
        breaker.addEstimateBytesAndMaybeBreak(bytes, "<" + NearDupQueryBuilder.NAME + ">");
      } else {
        breaker.addWithoutBreaking(bytes);
      }
    };
  }
}
