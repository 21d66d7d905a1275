// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** What many clauses of many fingerprints hold is in their account, from first to last. */
public class HeldMemoryTests extends LeafTestCase {
  private static final int CLAUSES = 20;
  private static final int HASHES = 5_000;

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static Query any(MemoryAccount account, long[]... hashes) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (long[] of : hashes) {
      FingerprintSet set = FingerprintSet.of(of);
      account.take(set.ramBytesUsed());
      any.add(
          new HammingDistanceQuery(
              HashSegmentLayout.FOUR, FIELD, set, 3, account, PlanCosts.LOOK_UP),
          Occur.SHOULD);
    }
    return any.build();
  }

  public void testTheAccountIsWhatIsHeld() throws IOException {
    long[] indexed = Samples.even(random(), 60_000);
    long[][] hashes = new long[CLAUSES][];
    for (int i = 0; i < CLAUSES; i++) {
      hashes[i] = random().longs(HASHES).toArray();
      hashes[i][0] = indexed[indexed.length - 1];
    }
    CountingReader leaf = leaf(indexed);
    IndexSearcher searcher = new IndexSearcher(leaf);
    searcher.setQueryCache(null);
    // What is loaded once, and is not the search's.
    searcher.count(any(MemoryAccount.unbounded(), hashes[0]));
    AtomicLong charged = new AtomicLong();
    MemoryAccount account = new MemoryAccount(charged::addAndGet);
    long before = used();
    Weight weight =
        searcher.createWeight(searcher.rewrite(any(account, hashes)), ScoreMode.COMPLETE, 1);
    ScorerSupplier supplier = weight.scorerSupplier(leaf.getContext());
    long planned = used() - before;
    assertTrue("worth counting: " + planned, planned > 20_000_000);
    assertEquals("planned", 1, (double) planned / account.taken(), 0.25);
    Scorer scorer = supplier.get(Long.MAX_VALUE);
    scorer.iterator().advance(indexed.length - 1);
    long found = used() - before;
    assertEquals("found", 1, (double) found / account.taken(), 0.25);
    assertTrue(charged.get() >= account.taken());
    account.close();
    assertEquals(0, charged.get());
    assertEquals(indexed.length - 1, scorer.docID());
  }

  /** Lucene allows 1,024 clauses, and counts what it is shown. */
  public void testManyQueriesAreAsManyClauses() throws IOException {
    manyQueries(HashSegmentLayout.FOUR);
  }

  public void testManyQueriesByKeysAreAsManyClauses() throws IOException {
    manyQueries(HashSegmentLayout.FIVE_BY_TWO);
  }

  private void manyQueries(HashSegmentLayout layout) throws IOException {
    long[] indexed = Samples.even(random(), 100);
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (int i = 0; i < 1024; i++) {
      FingerprintSet set = FingerprintSet.of(i < indexed.length ? indexed[i] : i);
      any.add(
          HammingDistanceQuery.of(layout, FIELD, set, 3, MemoryAccount.unbounded()), Occur.SHOULD);
    }
    assertEquals(indexed.length, new IndexSearcher(leaf(layout, indexed)).count(any.build()));
  }
}
