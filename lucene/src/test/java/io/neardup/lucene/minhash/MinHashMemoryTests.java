// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.IndexSearcher;

/** What lookups take is charged, and given back. */
public class MinHashMemoryTests extends MinHashTestCase {
  public void testMemoryIsTakenAndGivenBack() throws IOException {
    int[] set = random().ints(100).toArray();
    // All share all bands.
    index(Collections.nCopies(2000, signature(set)), BANDS, true);
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    try (MemoryAccount account =
        new MemoryAccount(bytes -> most.accumulateAndGet(held.addAndGet(bytes), Math::max))) {
      // So much is taken without a word.
      account.take(1 << 15);
      MinHashQuery query = new MinHashQuery(FIELD, BANDS, signature(set), 0.9, 0.95, account);
      assertEquals(alive.size(), newSearcher(reader).count(query));
      assertTrue("more was asked for", most.get() > 0);
    }
    assertEquals(0, held.get());
  }

  public void testMemoryMayBeRefused() throws IOException {
    int[] set = random().ints(100).toArray();
    index(Collections.nCopies(2000, signature(set)), BANDS, true);
    MemoryAccount refusing =
        new MemoryAccount(
            bytes -> {
              throw new IllegalStateException("full");
            });
    // So much is taken without a word.
    refusing.take(1 << 15);
    MinHashQuery query = new MinHashQuery(FIELD, BANDS, signature(set), 0.9, 0.95, refusing);
    IndexSearcher searcher = new IndexSearcher(reader);
    expectThrows(IllegalStateException.class, () -> searcher.count(query));
  }
}
