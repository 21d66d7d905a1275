// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.function.LongConsumer;

/**
 * Accounts for the memory of one piece of work: reports it to a bound, such as a circuit breaker,
 * when it is taken, and gives it back at the latest when closed. It asks the bound in steps, and
 * not at all for small amounts, because a circuit breaker examines the whole heap each time, which
 * takes as long as looking up one fingerprint. Thread-safe.
 */
public final class MemoryAccount implements AutoCloseable {
  /** Bytes that are taken without asking. */
  static final long UNASKED = 1 << 15;

  /** Bytes requested from the bound at once. */
  static final long STEP = 1 << 16;

  private final LongConsumer bound;
  private long taken;
  private long asked;
  private boolean closed;

  /**
   * @param bound receives additional bytes and, as negative numbers, released bytes; may refuse
   *     with an exception, and then must not have counted them
   */
  public MemoryAccount(LongConsumer bound) {
    this.bound = bound;
  }

  /** An account without a bound. */
  public static MemoryAccount unbounded() {
    return new MemoryAccount(bytes -> {});
  }

  /** A part of this account that can be given back separately. */
  public MemoryAccount part() {
    return new MemoryAccount(
        bytes -> {
          if (bytes > 0) {
            take(bytes);
          } else {
            giveBack(-bytes);
          }
        });
  }

  /** Takes bytes before they are allocated. If the bound throws, takes nothing and rethrows. */
  public synchronized void take(long bytes) {
    if (closed) {
      return;
    }
    long needed = taken + bytes;
    if (needed > UNASKED && needed > asked) {
      long more = steps(needed) - asked;
      bound.accept(more);
      asked += more;
    }
    taken = needed;
  }

  /** Gives bytes back, but keeps one step in reserve. */
  public synchronized void giveBack(long bytes) {
    if (closed) {
      return;
    }
    taken -= bytes;
    long spare = asked - steps(taken);
    if (spare > STEP) {
      bound.accept(-spare);
      asked -= spare;
    }
  }

  private static long steps(long bytes) {
    return (bytes + STEP - 1) / STEP * STEP;
  }

  /** Bytes currently held. */
  public synchronized long taken() {
    return taken;
  }

  /** Gives everything back. Bytes taken afterwards do not count. */
  @Override
  public synchronized void close() {
    closed = true;
    taken = 0;
    if (asked > 0) {
      bound.accept(-asked);
      asked = 0;
    }
  }
}
