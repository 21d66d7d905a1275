// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.util.function.LongConsumer;

/**
 * What a piece of work holds of memory: told to whoever bounds it when it is taken, and given back
 * at the latest when the work has ended and this is closed. The bound is asked in steps, and not at
 * all for little, since a circuit breaker looks at the whole heap each time, which takes as long as
 * a lookup of one fingerprint. Thread-safe.
 */
public final class MemoryAccount implements AutoCloseable {
  /** Bytes that are taken without a word. */
  static final long UNASKED = 1 << 15;

  /** Bytes that are asked for together. */
  static final long STEP = 1 << 16;

  private final LongConsumer bound;
  private long taken;
  private long asked;
  private boolean closed;

  /**
   * @param bound told of more and, as a negative number, of fewer bytes; may refuse by an
   *     exception, and then has not counted them
   */
  public MemoryAccount(LongConsumer bound) {
    this.bound = bound;
  }

  /** An account that nobody bounds. */
  public static MemoryAccount unbounded() {
    return new MemoryAccount(bytes -> {});
  }

  /** A part of this account that may be given back by itself. */
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

  /** Takes more before it is allocated, or throws what the bound throws and takes nothing. */
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

  /** Gives some of it back; one step is kept for the next. */
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

  /** Bytes that are held now. */
  public synchronized long taken() {
    return taken;
  }

  /** Gives everything back. What is taken afterwards does not count. */
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
