// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import io.neardup.fingerprint.memory.MemoryAccount;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * Opens memory accounts that charge a circuit breaker; when it trips, the request fails with HTTP
 * 429. All that an endpoint holds is charged this way:
 *
 * <ul>
 *   <li>A request has one account, from its beginning until its response is written.
 *   <li>What has a size that is known is charged before it is made. What comes from elsewhere comes
 *       in batches of some megabytes, and is charged when it has come; what is let go meanwhile is
 *       given back.
 *   <li>A response that repeats what is held takes its room once more before it is written: the
 *       pages that are written are counted by the server until they are sent, but unasked.
 * </ul>
 *
 * @param label of the memory in the breaker's messages
 * @param advice what to do when it trips, other than retry later; empty if nothing
 */
public record BreakerMemory(CircuitBreaker breaker, String label, String advice) {

  /** A separate account, to be closed when the work is done. */
  public MemoryAccount open() {
    return new MemoryAccount(this::charge);
  }

  /** Charges the breaker, or with a negative number gives back; for bounds that ask for more. */
  public void charge(long bytes) {
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
