// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/**
 * The memory of all windows of a node: bounded by a setting, and charged to the plugin's circuit
 * breaker in steps, since a breaker looks at the whole heap each time. When either refuses, the
 * window is full. Thread-safe.
 */
public final class WindowMemory {
  /** Bytes that are charged together: about 150 claims. */
  static final long STEP = 1 << 16;

  private final CircuitBreaker breaker;
  private final NearDupIngestSettings settings;
  private long used;
  private long charged;

  /** Nothing is charged yet. */
  public WindowMemory(CircuitBreaker breaker, NearDupIngestSettings settings) {
    this.breaker = breaker;
    this.settings = settings;
  }

  /** False when there is no room; then nothing is taken. */
  synchronized boolean take(long bytes) {
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

  synchronized void release(long bytes) {
    used -= bytes;
    long spare = charged - steps(used);
    // One step is kept for the next claim, unless there is none.
    if (used == 0 || spare > STEP) {
      breaker.addWithoutBreaking(-spare);
      charged -= spare;
    }
  }

  /** Bytes of all claims. */
  public synchronized long used() {
    return used;
  }
}
