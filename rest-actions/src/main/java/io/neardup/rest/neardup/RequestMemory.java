// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.neardup;

import org.opensearch.core.common.breaker.CircuitBreaker;

/**
 * What a request holds on the node that answers it, charged to the request breaker until closed.
 */
final class RequestMemory implements AutoCloseable {
  /** What a hit takes without its source, roughly. */
  private static final long BYTES_PER_HIT = 256;

  private final CircuitBreaker breaker;
  private long charged;

  RequestMemory(CircuitBreaker breaker) {
    this.breaker = breaker;
  }

  void addHits(long hits) {
    add(hits * BYTES_PER_HIT);
  }

  /**
   * Charges more bytes.
   *
   * @throws org.opensearch.core.common.breaker.CircuitBreakingException if they are too many
   */
  void add(long bytes) {
    breaker.addEstimateBytesAndMaybeBreak(bytes, "<near_dup>");
    charged += bytes;
  }

  @Override
  public void close() {
    breaker.addWithoutBreaking(-charged);
    charged = 0;
  }
}
