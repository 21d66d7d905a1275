// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.MemoryAccount;

/**
 * The memory held by the search of one leaf, as a part of its search's. Ends with the leaf, because
 * scorers are dropped without notice when others have no more matches. Thread-safe.
 */
final class LeafMemory {
  private final MemoryAccount account;
  private long held;
  private boolean ended;

  LeafMemory(MemoryAccount account) {
    this.account = account;
  }

  /** Takes bytes before they are allocated, or throws the account's exception. */
  synchronized void take(long bytes) {
    if (ended == false) {
      account.take(bytes);
      held += bytes;
    }
  }

  synchronized void giveBack(long bytes) {
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
