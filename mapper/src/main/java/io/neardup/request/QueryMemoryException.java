// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.index.Index;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryShardException;

/**
 * Says (with HTTP 429) that a query takes more memory than there is. Whatever else fails while core
 * makes a query it takes for a fault of the request (HTTP 400).
 */
final class QueryMemoryException extends QueryShardException {
  QueryMemoryException(Index index, CircuitBreakingException cause) {
    super(index, cause.getMessage(), cause);
  }

  @Override
  public RestStatus status() {
    return RestStatus.TOO_MANY_REQUESTS;
  }
}
