// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * What the search of one leaf holds, as a part of what its search holds. It ends with the leaf:
 * scorers are dropped without a word when others have nothing more to match. Thread-safe.
 */
public final class LeafMemory {
  private final MemoryAccount account;
  private long held;
  private boolean ended;

  /** A part of this account. */
  public LeafMemory(MemoryAccount account) {
    this.account = account;
  }

  /** Takes more before it is allocated, or throws what the account throws. */
  public synchronized void take(long bytes) {
    if (ended == false) {
      account.take(bytes);
      held += bytes;
    }
  }

  public synchronized void giveBack(long bytes) {
    if (ended == false) {
      account.giveBack(bytes);
      held -= bytes;
    }
  }

  /** Gives everything back. */
  synchronized void end() {
    ended = true;
    account.giveBack(held);
    held = 0;
  }
}
