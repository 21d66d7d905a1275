// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import static io.neardup.lucene.PlanCosts.LED;
import static io.neardup.lucene.PlanCosts.LOOK_UP;
import static io.neardup.lucene.PlanCosts.SCAN;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.apache.lucene.search.DocIdSetIterator;

/** Searching a leaf counts the memory it takes, and ends when it is told to. */
public class LeafLimitsTests extends LeafTestCase {
  public void testMemoryIsGivenBack() throws IOException {
    long[] indexed = Samples.even(random(), 2000);
    Arrays.setAll(indexed, i -> i);
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    LongConsumer memory = bytes -> most.accumulateAndGet(held.addAndGet(bytes), Math::max);
    HammingDistanceQuery query =
        new HammingDistanceQuery(FIELD, FingerprintSet.of(0), 11, memory, LOOK_UP);
    CountingReader leaf = leaf(indexed);
    assertEquals(2000, documents(plan(leaf, query).search(Long.MAX_VALUE).iterator()).length);
    assertTrue("2000 matches: " + most, most.get() > 2000 * Long.BYTES);
    assertEquals(0, held.get());

    LongConsumer refusing =
        bytes -> {
          if (held.get() + bytes > 10_000) {
            throw new IllegalStateException("too much");
          }
          held.addAndGet(bytes);
        };
    HammingDistanceQuery refused =
        new HammingDistanceQuery(FIELD, FingerprintSet.of(0), 11, refusing, LOOK_UP);
    DocIdSetIterator found = plan(leaf, refused).search(Long.MAX_VALUE).iterator();
    expectThrows(IllegalStateException.class, found::nextDoc);
    assertEquals("also after a refusal", 0, held.get());
  }

  public void testTermsAndMatchesAreCounted() throws IOException {
    int count = 3000;
    long[] indexed = Samples.even(random(), count);
    // All match, each by a segment 0 of its own.
    Arrays.setAll(indexed, i -> (long) i << 48);
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    LongConsumer memory = bytes -> most.accumulateAndGet(held.addAndGet(bytes), Math::max);
    HammingDistanceQuery query =
        new HammingDistanceQuery(FIELD, FingerprintSet.of(indexed), 0, memory, LOOK_UP);
    Probes probes = Probes.of(query, null);
    LeafLookup lookup = LeafLookup.of(leaf(indexed), probes, true);
    int terms = lookup.segments().stream().mapToInt(SegmentMatches::size).sum();

    lookup.run(count, (doc, fingerprint, distance) -> fail("beyond the last"));
    long before = most.getAndSet(0);
    assertTrue(terms + " terms: " + before, before >= probes.ramBytesUsed() + 100L * terms);
    lookup.run(0, (doc, fingerprint, distance) -> {});
    long pairs = most.getAndSet(0);
    assertTrue("pairs to prove: " + pairs, pairs >= before + 20L * count);
    assertEquals(count, documents(new FoundDocuments(lookup, 1)).length);
    assertTrue("matches kept: " + most, most.get() >= pairs + (long) Long.BYTES * (count - 8));
    assertEquals(0, held.get());
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
        () -> LeafLookup.of(leaf, Probes.of(query, null), true));
  }
}
