// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.function.LongConsumer;

/**
 * What a search takes of memory while it works, told to whoever keeps account, and given back as a
 * whole. Thread-safe.
 */
final class WorkingMemory {
  private final LongConsumer account;
  private final long unasked;
  private long taken;
  private long counted;

  /**
   * @param account told of more and of fewer bytes; may refuse by an exception, and then has not
   *     counted them
   * @param unasked bytes that are taken without a word
   */
  WorkingMemory(LongConsumer account, long unasked) {
    this.account = account;
    this.unasked = unasked;
  }

  /** Takes more, or throws what the account throws. */
  synchronized void take(long bytes) {
    if (taken + bytes > unasked) {
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
