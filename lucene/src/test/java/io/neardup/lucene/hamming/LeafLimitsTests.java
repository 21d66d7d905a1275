// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.hamming.PlanCosts.LED;
import static io.neardup.lucene.hamming.PlanCosts.LOOK_UP;
import static io.neardup.lucene.hamming.PlanCosts.SCAN;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/** Searching a leaf counts the memory it takes, and ends when it is told to. */
public class LeafLimitsTests extends LeafTestCase {
  private static long bytes(LeafMemoryCheck check) throws IOException {
    MemoryAccount account = MemoryAccount.unbounded();
    check.run(account);
    return account.taken();
  }

  private interface LeafMemoryCheck {
    void run(MemoryAccount account) throws IOException;
  }

  public void testMemoryIsGivenBack() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    Arrays.setAll(indexed, i -> i);
    MemoryAccount account = MemoryAccount.unbounded();
    HammingDistanceQuery query =
        new HammingDistanceQuery(
            HashSegmentLayout.FOUR, FIELD, FingerprintSet.of(0), 15, account, LOOK_UP);
    CountingReader leaf = leaf(indexed);
    DocIdSetIterator found = plan(leaf, query).search(Long.MAX_VALUE).iterator();
    long before = account.taken();
    assertEquals(0, found.nextDoc());
    assertTrue("matches: " + account.taken(), account.taken() > 10_000 * Long.BYTES);
    documents(found);
    assertTrue("they are through: " + account.taken(), account.taken() <= before);

    MemoryAccount refusing =
        new MemoryAccount(
            bytes -> {
              throw new IllegalStateException("too much");
            });
    HammingDistanceQuery refused =
        new HammingDistanceQuery(
            HashSegmentLayout.FOUR, FIELD, FingerprintSet.of(0), 15, refusing, LOOK_UP);
    expectThrows(
        IllegalStateException.class,
        () -> documents(plan(leaf, refused).search(Long.MAX_VALUE).iterator()));
  }

  public void testTermsAndMatchesAreCounted() throws IOException {
    int count = 3000;
    long[] indexed = Samples.even(random(), count);
    CountingReader leaf = leaf(indexed);
    FingerprintSet queries = FingerprintSet.of(indexed);
    long planned =
        bytes(
            account -> {
              HammingDistanceQuery query =
                  new HammingDistanceQuery(
                      HashSegmentLayout.FOUR, FIELD, queries, 3, account, LOOK_UP);
              assertNotNull(plan(leaf, query));
            });
    assertTrue(4 * count + " terms: " + planned, planned >= 3 * 100L * count);
    long found =
        bytes(
            account -> {
              HammingDistanceQuery query =
                  new HammingDistanceQuery(
                      HashSegmentLayout.FOUR, FIELD, queries, 3, account, LOOK_UP);
              plan(leaf, query).search(Long.MAX_VALUE).iterator().nextDoc();
            });
    assertTrue("terms are let go of: " + found, found < planned);
    assertTrue("matches are kept: " + found, found >= (long) Long.BYTES * count);
  }

  /** Whoever goes on to the next leaf is through with the last, whatever came of it. */
  public void testALeafEndsWithTheNext() throws IOException {
    long[] indexed = Samples.even(random(), 3000);
    CountingReader leaf = leaf(indexed);
    MemoryAccount account = MemoryAccount.unbounded();
    HammingDistanceQuery query =
        new HammingDistanceQuery(
            HashSegmentLayout.FOUR, FIELD, FingerprintSet.of(indexed), 3, account, LOOK_UP);
    Weight weight = new IndexSearcher(leaf).createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    weight.scorerSupplier(leaf.getContext());
    long once = account.taken();
    for (int i = 0; i < 10; i++) {
      weight.scorerSupplier(leaf.getContext());
    }
    assertEquals(once, account.taken());
  }

  public void testEveryWayCanBeInterrupted() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    Arrays.setAll(indexed, i -> indexed[i] & 0x0000_FFFF_FFFF_FFFFL);
    // As many comparisons as a search of a million documents.
    long[] queries = LongStream.range(0, 1000).toArray();
    CountingReader leaf = leaf(indexed);
    Map<PlanCosts, Long> leads = Map.of(LOOK_UP, Long.MAX_VALUE, SCAN, Long.MAX_VALUE, LED, 1L);
    for (Map.Entry<PlanCosts, Long> way : leads.entrySet()) {
      leaf.interrupted = false;
      HammingDistanceQuery query = query(way.getKey(), 3, queries);
      DocIdSetIterator found = plan(leaf, query).search(way.getValue()).iterator();
      documents(found);
      DocIdSetIterator stopped = plan(leaf, query).search(way.getValue()).iterator();
      leaf.interrupted = true;
      // To read the postings of four segments is no look at the clock.
      leaf.spared = way.getKey().equals(LOOK_UP) ? Fingerprint.SEGMENTS : 0;
      expectThrows(CountingReader.InterruptedSearch.class, () -> documents(stopped));
    }
  }

  public void testSeekingTermsCanBeInterrupted() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    CountingReader leaf = leaf(indexed);
    HammingDistanceQuery query = query(LOOK_UP, 3, indexed);
    leaf.interrupted = true;
    leaf.spared = Fingerprint.SEGMENTS;
    expectThrows(
        CountingReader.InterruptedSearch.class,
        () -> LeafLookup.of(leaf, Probes.of(query, null), true, memory(query)));
  }
}
