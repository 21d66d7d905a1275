// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the threads of one search hold, each for the leaf that it searches: its earlier leaves have
 * ended. Thread-safe.
 */
public final class LeafMemories {
  private final MemoryAccount account;
  private final Map<Thread, LeafMemory> leaves = new ConcurrentHashMap<>();

  /** Parts of this account. */
  public LeafMemories(MemoryAccount account) {
    this.account = account;
  }

  /** The memory of the leaf that this thread searches from now on. */
  public LeafMemory next() {
    LeafMemory next = new LeafMemory(account);
    LeafMemory last = leaves.put(Thread.currentThread(), next);
    if (last != null) {
      last.end();
    }
    return next;
  }
}
