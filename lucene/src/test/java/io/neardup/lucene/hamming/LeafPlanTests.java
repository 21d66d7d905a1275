// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.hamming.PlanCosts.LED;
import static io.neardup.lucene.hamming.PlanCosts.LOOK_UP;
import static io.neardup.lucene.hamming.PlanCosts.MEASURED;
import static io.neardup.lucene.hamming.PlanCosts.SCAN;
import static org.apache.lucene.search.DocIdSetIterator.NO_MORE_DOCS;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.CountingReader;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.FingerprintIndex.Shape;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;

/** Which way a leaf is searched, and that each way finds the same. */
public class LeafPlanTests extends LeafTestCase {
  public void testLookupReadsCandidatesOnly() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    // All candidates by segment 1, and document 7 is equal.
    Arrays.setAll(indexed, i -> indexed[i] & ~0x0000_FFFF_0000_0000L);
    HammingDistanceQuery query = query(LOOK_UP, 3, indexed[7]);
    CountingReader leaf = leaf(indexed);
    int[] found = documents(plan(leaf, query).search(Long.MAX_VALUE).iterator());

    assertArrayEquals(near(indexed, indexed[7], 3), found);
    Map<String, Long> counts = query.statistics().counts();
    assertEquals(1, counts.get("leaves_looked_up").longValue());
    assertEquals(4, counts.get("probes").longValue());
    assertEquals(found.length, counts.get("matches").longValue());
    long candidates = counts.get("candidates");
    assertTrue("those of segment 1, and hardly any else: " + counts, candidates >= 1003);
    assertTrue(counts.toString(), candidates < 1050);
    long read = counts.get("doc_values_read");
    assertTrue("1 of 1400 passes by chance: " + counts, read >= 1 && read < 20);
    // Document 7 comes along by four segments, and is read once.
    assertEquals(candidates - (read + 3), counts.get("rejected_in_postings").longValue());
  }

  public void testDistancePlusOneFieldsAreRead() throws IOException {
    // Of 100 documents segment s is equal to that of the query in 10 * (4 - s).
    long[] indexed = Samples.even(random(), 100);
    long fingerprint = 0x1111_2222_3333_4444L;
    for (int i = 0; i < indexed.length; i++) {
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        long mask = 0xFFFFL << (48 - 16 * s);
        indexed[i] = (indexed[i] & ~mask) | (i % 10 < 4 - s ? fingerprint & mask : mask);
      }
    }
    CountingReader leaf = leaf(indexed);
    for (int distance = 0; distance <= 3; distance++) {
      leaf.postings.clear();
      HammingDistanceQuery query = query(LOOK_UP, distance, fingerprint);
      documents(plan(leaf, query).search(Long.MAX_VALUE).iterator());
      // The rarest ones: s3 first.
      assertEquals(
          IntStream.rangeClosed(3 - distance, 3)
              .mapToObj(s -> FingerprintField.segmentField(FIELD, s))
              .collect(Collectors.toSet()),
          leaf.postings.keySet());
      assertEquals(
          List.of(10L, 30L, 60L, 100L).get(distance),
          query.statistics().counts().get("candidates"));
    }
  }

  public void testWideRadiusGoesToRareSegments() throws IOException {
    // Of 64 documents all have segment 0 in common with the query, none another one.
    long[] indexed = Samples.even(random(), 64);
    Arrays.setAll(indexed, i -> (indexed[i] & 0x0000_7FFF_7FFF_7FFFL) | (1L << (i % 16 + 48)));
    HammingDistanceQuery query = query(LOOK_UP, 6, 0xFFFF_FFFF_FFFF_FFFFL);
    LeafLookup lookup = LeafLookup.of(leaf(indexed), Probes.of(query, null), true, memory(query));
    assertEquals("6 = 4 * 1 + 2: three of four", 4, lookup.segments().size());
    assertEquals(3, lookup.segments().stream().filter(s -> s.radius() == 1).count());
    query = query(LOOK_UP, 6, indexed[0] | 0x0000_FFFF_FFFF_FFFFL);
    lookup = LeafLookup.of(getOnlyCountingReader(), Probes.of(query, null), true, memory(query));
    assertEquals("segment 0 is the one that is met", 0, lookup.segments().get(0).radius());
    assertEquals(4, lookup.postings());
  }

  public void testNothingIsSearchedUntilItIsAskedFor() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    CountingReader leaf = leaf(indexed);
    DocIdSetIterator found =
        plan(leaf, query(LOOK_UP, 3, indexed[5])).search(Long.MAX_VALUE).iterator();
    assertTrue(leaf.postings.isEmpty());
    assertEquals("nothing before the target", NO_MORE_DOCS, found.advance(6));
    assertFalse(leaf.postings.isEmpty());
  }

  public void testScansWhereThatIsCheaper() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    CountingReader leaf = leaf(indexed);
    assertTrue(plan(leaf, query(MEASURED, 3, indexed[0])).looksUp());
    assertFalse("548 probes", plan(leaf, query(MEASURED, 11, indexed[0])).looksUp());
    assertFalse("4 * radius 4", plan(leaf, query(LOOK_UP, 16, indexed[0])).looksUp());
    assertTrue("4 * radius 3", plan(leaf, query(LOOK_UP, 15, indexed[0])).looksUp());
    leaf.seeks.clear();
    assertFalse(plan(leaf, query(MEASURED, 64, indexed[0])).looksUp());
    assertTrue("the dictionary is not even asked", leaf.seeks.isEmpty());
  }

  public void testManyFingerprintsAreJoinedInAScan() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    CountingReader leaf = leaf(indexed);
    long[] some = Samples.queries(random(), indexed, 10);
    long[] many = Samples.queries(random(), indexed, 10_000);
    assertTrue(plan(leaf, query(MEASURED, 3, some)).looksUp());
    leaf.seeks.clear();
    HammingDistanceQuery join = query(MEASURED, 3, many);
    assertFalse(plan(leaf, join).looksUp());
    assertTrue("the dictionary is not even asked", leaf.seeks.isEmpty());
    assertArrayEquals(
        documents(plan(leaf, query(LOOK_UP, 3, many)).search(Long.MAX_VALUE).iterator()),
        documents(plan(leaf, join).search(Long.MAX_VALUE).iterator()));
    assertEquals(1, join.statistics().counts().get("leaves_scanned").longValue());
    assertEquals(20_000, join.statistics().counts().get("doc_values_read").longValue());
  }

  public void testHotSegmentsScan() throws IOException {
    long[] indexed = Samples.even(random(), 10_000);
    Arrays.setAll(indexed, i -> indexed[i] | 0xFFFF_FFFF_0000_0000L);
    CountingReader leaf = leaf(indexed);
    // Two segments have twice as many postings as there are documents.
    assertFalse(plan(leaf, query(MEASURED, 3, indexed[0])).looksUp());
    // Two others are enough at distance 1.
    assertTrue(plan(leaf, query(MEASURED, 1, indexed[0])).looksUp());
  }

  public void testCheapLeadReadsDocValuesOnly() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    CountingReader leaf = leaf(indexed);
    for (int distance : new int[] {3, 40}) {
      HammingDistanceQuery query = query(MEASURED, distance, indexed[3]);
      long cost = plan(leaf, query).cost();
      assertNull(plan(leaf, query).search(cost).check());
      leaf.postings.clear();
      assertNotNull(plan(leaf, query).search(cost - 1).check());
      assertTrue("no postings list was opened", leaf.postings.isEmpty());
      assertEquals(1, query.statistics().counts().get("leaves_led").longValue());
    }
  }

  public void testKeysAreLookedUpWhereThatIsCheaper() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    CountingReader leaf = leaf(HashSegmentLayout.FIVE_BY_TWO, indexed);
    for (int distance = 0; distance <= 3; distance++) {
      leaf.postings.clear();
      HammingDistanceQuery query = byKeys(MEASURED, distance, indexed[distance]);
      int[] found = documents(plan(leaf, query).search(Long.MAX_VALUE).iterator());
      assertArrayEquals(near(indexed, indexed[distance], distance), found);
      int keys = List.of(1, 2, 4, 10).get(distance);
      assertEquals(keys, leaf.postings.size());
      assertEquals(keys, (long) query.statistics().counts().get("probes"));
    }
    assertFalse("407 probes", plan(leaf, byKeys(MEASURED, 5, indexed[0])).looksUp());
    assertTrue("3520 probes", plan(leaf, byKeys(LOOK_UP, 8, indexed[0])).looksUp());
    assertFalse("not known", plan(leaf, byKeys(LOOK_UP, 9, indexed[0])).looksUp());
    long[] many = Samples.even(random(), 10_000);
    assertTrue("270,000 values a key", plan(leaf, byKeys(LOOK_UP, 4, many)).looksUp());
    assertFalse("3,520,000 values a key", plan(leaf, byKeys(LOOK_UP, 5, many)).looksUp());
  }

  public void testKeysOfHotBlocksAreLeftOut() throws IOException {
    long[] indexed = Samples.even(random(), 10_000);
    // The blocks 0 and 1 are the same in all documents.
    Arrays.setAll(indexed, i -> indexed[i] | 0xFFFF_FFC0_0000_0000L);
    CountingReader leaf = leaf(HashSegmentLayout.FIVE_BY_TWO, indexed);
    for (int distance = 0; distance <= 2; distance++) {
      HammingDistanceQuery query = byKeys(MEASURED, distance, indexed[0]);
      documents(plan(leaf, query).search(Long.MAX_VALUE).iterator());
      assertTrue("not k0", query.statistics().counts().get("candidates") < 20);
    }
    assertFalse(plan(leaf, byKeys(MEASURED, 3, indexed[0])).looksUp());
  }

  public void testHiddenSegmentFields() throws IOException {
    long[] indexed = Samples.even(random(), 200);
    String hidden = FingerprintField.segmentField(FIELD, 2);
    CountingReader leaf = leaf(indexed, hidden);
    // Three of four fields find everything up to distance 2; beyond they might miss something.
    for (int distance = 0; distance < 16; distance++) {
      assertEquals(distance <= 2, plan(leaf, query(LOOK_UP, distance, indexed[0])).looksUp());
    }
  }

  public void testNothingToFind() throws IOException {
    CountingReader leaf = leaf(0L, 1L);
    assertNull("no document has one of its segments", plan(leaf, query(LOOK_UP, 3, -1L)));
    assertNotNull(plan(leaf, query(LOOK_UP, 3, 0L)));
    HammingDistanceQuery other = HammingDistanceQuery.of("other", FingerprintSet.of(0), 3);
    assertNull("no such field", plan(leaf, other));
  }

  public void testEveryPairIsReportedOnce() throws IOException {
    // More pairs than are proven at once, and each of them found by all four segments.
    long[] indexed = new long[700];
    long[] queries = new long[300];
    Arrays.setAll(indexed, i -> 0x0001_0001_0001_0000L | (i % 16));
    Arrays.setAll(queries, i -> ((long) (i / 15) << 48) | (i % 15));
    HammingDistanceQuery query = query(LOOK_UP, 9, queries);
    LeafLookup lookup = LeafLookup.of(leaf(indexed), Probes.of(query, null), true, memory(query));
    Map<String, Integer> found = new HashMap<>();
    lookup.run(
        0,
        (doc, fingerprint, distance) -> assertNull(found.put(doc + " " + fingerprint, distance)));
    Map<String, Integer> expected = new HashMap<>();
    for (int doc = 0; doc < indexed.length; doc++) {
      for (int i = 0; i < queries.length; i++) {
        int distance = Fingerprint.distance(indexed[doc], query.fingerprints().get(i));
        if (distance <= 9) {
          expected.put(doc + " " + i, distance);
        }
      }
    }
    assertEquals(expected, found);
    assertTrue(expected.size() > 1 << 17);
    LeafLookup again =
        LeafLookup.of(getOnlyCountingReader(), Probes.of(query, null), true, memory(query));
    DocIdSetIterator documents = LeafSearch.of(new LookupIterator(again, 1)).iterator();
    assertEquals("a document counts once", 700, documents(documents).length);
    assertEquals(700, query.statistics().counts().get("matches").longValue());
  }

  public void testEveryWayInConjunctions() throws IOException {
    long[] indexed = Samples.skewed(random(), 600);
    try (FingerprintIndex index = new FingerprintIndex(random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = newSearcher(index.reader());
      searcher.setQueryCache(null);
      Map<PlanCosts, String> ways =
          Map.of(LOOK_UP, "leaves_looked_up", SCAN, "leaves_scanned", LED, "leaves_led");
      for (Map.Entry<PlanCosts, String> way : ways.entrySet()) {
        long searched = 0;
        for (int i = 0; i < 20; i++) {
          long[] queries = Samples.queries(random(), indexed, 1);
          Map<Integer, Integer> expected = index.expected(queries, 3);
          expected.keySet().removeIf(id -> index.isRare(id) == false);
          HammingDistanceQuery query = query(way.getKey(), 3, queries);
          BooleanQuery.Builder conjunction = new BooleanQuery.Builder();
          conjunction.add(query, Occur.MUST);
          conjunction.add(new TermQuery(new Term(FingerprintIndex.GROUP, "rare")), Occur.FILTER);

          assertEquals(
              FingerprintIndex.scores(expected, 1),
              FingerprintIndex.hits(searcher, conjunction.build()));
          searched += query.statistics().counts().get(way.getValue());
        }
        // In a leaf without a rare document nothing is searched at all.
        assertTrue(way.getValue(), searched > 0 || way.getKey().equals(LED) == false);
      }
    }
  }

  private static HammingDistanceQuery byKeys(PlanCosts costs, int maxDistance, long... queries) {
    return new HammingDistanceQuery(
        HashSegmentLayout.FIVE_BY_TWO,
        FIELD,
        FingerprintSet.of(queries),
        maxDistance,
        MemoryAccount.unbounded(),
        costs);
  }

  private static int[] near(long[] indexed, long query, int maxDistance) {
    return IntStream.range(0, indexed.length)
        .filter(i -> Fingerprint.distance(indexed[i], query) <= maxDistance)
        .toArray();
  }
}
