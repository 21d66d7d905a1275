// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.function.LongConsumer;

/**
 * What one search of a leaf takes of memory while it works, told to whoever keeps account. Asking
 * costs microseconds, as long as all else that a lookup of one fingerprint does, so the first few
 * kilobytes, less than the buffers around them, are taken unasked. Thread-safe.
 */
final class WorkingMemory {
  /** What is not worth asking for. */
  static final long UNASKED = 1 << 14;

  private final LongConsumer account;
  private long taken;
  private long counted;

  /**
   * @param account told of more and of fewer bytes; may refuse by an exception, and then has not
   *     counted them
   */
  WorkingMemory(LongConsumer account) {
    this.account = account;
  }

  /** Takes more, or throws what the account throws. */
  synchronized void take(long bytes) {
    if (taken + bytes > UNASKED) {
      account.accept(taken + bytes - counted);
      counted = taken + bytes;
    }
    taken += bytes;
  }

  /** Gives everything back. */
  synchronized void giveBack() {
    if (counted > 0) {
      account.accept(-counted);
    }
    taken = 0;
    counted = 0;
  }
}
