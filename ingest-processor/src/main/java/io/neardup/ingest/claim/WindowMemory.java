// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.sequencer.Budget;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * The memory of all windows of a node: limited by a setting, and charged to the plugin's circuit
 * breaker in steps, because a breaker checks the whole heap each time. If either rejects more, the
 * window is full. Thread-safe.
 */
public final class WindowMemory implements Budget {
  /** Bytes per charge: about 150 claims. */
  static final long STEP = 1 << 16;

  private final CircuitBreaker breaker;
  private final NearDupIngestSettings settings;
  private long used;
  private long charged;

  /** Charges nothing yet. */
  public WindowMemory(CircuitBreaker breaker, NearDupIngestSettings settings) {
    this.breaker = breaker;
    this.settings = settings;
  }

  @Override
  public synchronized boolean take(long bytes) {
    if (used + bytes > settings.windowBytes() || charge(used + bytes) == false) {
      return false;
    }
    used += bytes;
    return true;
  }

  private boolean charge(long needed) {
    long more = steps(needed) - charged;
    if (more > 0) {
      try {
        breaker.addEstimateBytesAndMaybeBreak(more, "near_dup claims");
      } catch (CircuitBreakingException e) {
        return false;
      }
      charged += more;
    }
    return true;
  }

  private static long steps(long bytes) {
    return (bytes + STEP - 1) / STEP * STEP;
  }

  @Override
  public synchronized void release(long bytes) {
    used -= bytes;
    long spare = charged - steps(used);
    // One step is kept for the next claim, unless all are gone.
    if (used == 0 || spare > STEP) {
      breaker.addWithoutBreaking(-spare);
      charged -= spare;
    }
  }

  /** The bytes of all claims. */
  public synchronized long used() {
    return used;
  }
}
