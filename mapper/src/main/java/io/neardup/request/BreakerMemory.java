// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import io.neardup.fingerprint.MemoryAccount;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * Opens memory accounts that a circuit breaker bounds: what it refuses fails with an HTTP 429.
 *
 * @param label what the memory is for, as the breaker's messages have it
 * @param advice what to do about a refusal beside trying again later; empty if nothing
 */
public record BreakerMemory(CircuitBreaker breaker, String label, String advice) {

  /** An account of its own, to be closed when the work is through. */
  public MemoryAccount open() {
    return new MemoryAccount(this::count);
  }

  private void count(long bytes) {
    if (bytes <= 0) {
      breaker.addWithoutBreaking(bytes);
      return;
    }
    try {
      breaker.addEstimateBytesAndMaybeBreak(bytes, label);
    } catch (CircuitBreakingException e) {
      CircuitBreakingException advised =
          new CircuitBreakingException(
              e.getMessage() + advice, e.getBytesWanted(), e.getByteLimit(), e.getDurability());
      advised.addSuppressed(e);
      throw advised;
    }
  }
}
