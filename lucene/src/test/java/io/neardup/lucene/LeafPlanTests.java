// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import io.neardup.lucene.FingerprintIndex.Shape;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionDISIApproximation;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.IOUtils;

/** Which way a leaf is searched, and that each way finds the same. */
public class LeafPlanTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;

  private Directory directory;
  private DirectoryReader reader;

  @Override
  public void tearDown() throws Exception {
    IOUtils.close(reader, directory);
    super.tearDown();
  }

  public void testOneFingerprintMergesItsPostings() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    CountingReader leaf = leaf(indexed);
    LeafPlan plan = plan(leaf, 3, indexed[7]);

    DocIdSetIterator candidates = plan.check(Long.MAX_VALUE).approximation();
    assertTrue(candidates.toString(), candidates instanceof DisjunctionDISIApproximation);
    // The candidates are those that share a segment, each once: nothing else is ever read.
    assertArrayEquals(sharing(indexed, indexed[7]), documents(candidates));
  }

  public void testDistancePlusOneFieldsAreRead() throws IOException {
    // Of 100 documents segment s is equal to that of the query in 10 * (4 - s).
    long[] indexed = Samples.even(random(), 100);
    long query = 0x1111_2222_3333_4444L;
    for (int i = 0; i < indexed.length; i++) {
      for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
        long mask = 0xFFFFL << (48 - 16 * s);
        indexed[i] = (indexed[i] & ~mask) | (i % 10 < 4 - s ? query & mask : mask);
      }
    }
    CountingReader leaf = leaf(indexed);
    for (int distance = 0; distance <= 3; distance++) {
      leaf.postings.clear();
      LeafPlan plan = plan(leaf, distance, query);
      // 10, 10 + 20, 10 + 20 + 30, and 100 of 100 documents: then a scan is no dearer.
      if (distance < 3) {
        assertEquals(List.of(10L, 30L, 60L).get(distance).longValue(), plan.cost());
        plan.check(Long.MAX_VALUE);
        // The rarest ones: s3 first.
        Set<String> read =
            Set.copyOf(
                IntStream.rangeClosed(3 - distance, 3)
                    .mapToObj(s -> FingerprintField.segmentField(FIELD, s))
                    .toList());
        assertEquals(read, leaf.postings.keySet());
      } else {
        assertTrue(isScan(plan, Long.MAX_VALUE));
        assertTrue(leaf.postings.isEmpty());
      }
    }
  }

  public void testManyFingerprintsAreCollected() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    CountingReader leaf = leaf(indexed);
    // 4 fingerprints have 16 segments, all of them indexed: the most that are merged. 5 have 20.
    long[] four = Arrays.copyOf(indexed, 4);
    long[] five = Arrays.copyOf(indexed, 5);
    DocIdSetIterator merged = plan(leaf, 3, four).check(Long.MAX_VALUE).approximation();
    DocIdSetIterator collected = plan(leaf, 3, five).check(Long.MAX_VALUE).approximation();

    assertTrue(merged.toString(), merged instanceof DisjunctionDISIApproximation);
    assertFalse(collected.toString(), collected instanceof DisjunctionDISIApproximation);
    assertFalse(PlanRecorder.isScan(collected));
    assertArrayEquals(sharing(indexed, five), documents(collected));
  }

  public void testOneListNeedsNoMerge() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    DocIdSetIterator candidates =
        plan(leaf(indexed), 0, indexed[1]).check(Long.MAX_VALUE).approximation();
    assertTrue(candidates.toString(), candidates instanceof PostingsEnum);
  }

  public void testBeyondLookupDistanceScans() throws IOException {
    long[] indexed = Samples.even(random(), 50);
    LeafPlan plan = plan(leaf(indexed), 4, indexed[0]);
    DocIdSetIterator candidates = plan.check(Long.MAX_VALUE).approximation();
    assertTrue("values are unwrapped", candidates instanceof NumericDocValues);
    assertEquals(50, plan.cost());
  }

  public void testHotSegmentScans() throws IOException {
    long[] indexed = Samples.even(random(), 50);
    for (int i = 0; i < indexed.length; i++) {
      indexed[i] |= 0xFFFF_0000_0000_0000L;
    }
    CountingReader leaf = leaf(indexed);
    // Segment 0 alone has as many postings as there are documents.
    assertTrue(isScan(plan(leaf, 3, indexed[0]), Long.MAX_VALUE));
    // One of the others is enough at distance 0.
    assertFalse(isScan(plan(leaf, 0, indexed[0]), Long.MAX_VALUE));
  }

  public void testCheapLeadReadsDocValuesOnly() throws IOException {
    long[] indexed = Samples.even(random(), 1000);
    for (int i = 0; i < 160; i++) {
      indexed[i] |= 0xFFFF_0000_0000_0000L;
    }
    CountingReader leaf = leaf(indexed);
    long query = indexed[3];
    long cost = plan(leaf, 3, query).cost();
    assertTrue("160 in segment 0, hardly any in the others: " + cost, cost >= 160 && cost < 200);

    // One eighth of the candidates is the border.
    assertFalse(isScan(plan(leaf, 3, query), cost / 8));
    leaf.postings.clear();
    assertTrue(isScan(plan(leaf, 3, query), cost / 8 - 1));
    assertTrue("no postings list was opened", leaf.postings.isEmpty());
  }

  public void testHiddenSegmentFields() throws IOException {
    long[] indexed = Samples.even(random(), 200);
    String hidden = FingerprintField.segmentField(FIELD, 2);
    CountingReader leaf = leaf(indexed, hidden);
    // Three of four fields find everything up to distance 2; at 3 they might miss something.
    assertFalse(isScan(plan(leaf, 2, indexed[0]), Long.MAX_VALUE));
    assertTrue(isScan(plan(leaf, 3, indexed[0]), Long.MAX_VALUE));
  }

  public void testNothingToFind() throws IOException {
    CountingReader leaf = leaf(0L, 1L);
    assertNull("no document has one of its segments", plan(leaf, 3, -1L));
    assertNull("no such field", plan(leaf, "other", 3, 0L));
    assertNull("no such field, no lookup either", plan(leaf, "other", 64, 0L));
    assertNotNull(plan(leaf, 3, 0L));
  }

  public void testBothPlansInConjunctions() throws IOException {
    long[] indexed = Samples.skewed(random(), 600);
    int lookups = 0;
    int scans = 0;
    try (FingerprintIndex index = new FingerprintIndex(random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = newSearcher(index.reader());
      searcher.setQueryCache(null);
      for (int i = 0; i < 40; i++) {
        long[] queries = Samples.queries(random(), indexed, 1);
        Map<Integer, Integer> expected = index.expected(queries, 3);
        expected.keySet().removeIf(id -> index.isRare(id) == false);
        PlanRecorder plans = new PlanRecorder(query(FIELD, 3, queries));
        BooleanQuery.Builder conjunction = new BooleanQuery.Builder();
        conjunction.add(plans, Occur.MUST);
        conjunction.add(new TermQuery(new Term(FingerprintIndex.GROUP, "rare")), Occur.FILTER);

        assertEquals(
            FingerprintIndex.scores(expected, 1),
            FingerprintIndex.hits(searcher, conjunction.build()));
        lookups += plans.lookups.get();
        scans += plans.scans.get();
      }
    }
    // About 1 of 3 queries has the segment of 30 %, and then 8 times as many candidates as leads.
    assertTrue("lookups: " + lookups, lookups > 0);
    assertTrue("scans: " + scans, scans > 0);
  }

  private CountingReader leaf(long... fingerprints) throws IOException {
    return leaf(fingerprints, new String[0]);
  }

  private CountingReader leaf(long[] fingerprints, String... hidden) throws IOException {
    directory = newDirectory();
    IndexWriterConfig config = newIndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    // Document numbers are those of the array.
    config.setMergePolicy(newLogMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        FingerprintField.fields(FIELD, fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      reader = DirectoryReader.open(writer);
    }
    return new CountingReader(getOnlyLeafReader(reader), hidden);
  }

  private static LeafPlan plan(LeafReader leaf, int maxDistance, long... queries)
      throws IOException {
    return plan(leaf, FIELD, maxDistance, queries);
  }

  private static LeafPlan plan(LeafReader leaf, String field, int maxDistance, long... queries)
      throws IOException {
    HammingDistanceQuery query = query(field, maxDistance, queries);
    SegmentTerms segments =
        query.matchesShareSegment() ? new SegmentTerms(field, query.fingerprints()) : null;
    return LeafPlan.of(query, segments, leaf);
  }

  private static HammingDistanceQuery query(String field, int maxDistance, long... queries) {
    return new HammingDistanceQuery(field, FingerprintSet.of(queries), maxDistance);
  }

  private static boolean isScan(LeafPlan plan, long leadCost) throws IOException {
    return PlanRecorder.isScan(plan.check(leadCost).approximation());
  }

  /** Brute force: the documents that have a segment in common with one of the queries. */
  private static int[] sharing(long[] indexed, long... queries) {
    return IntStream.range(0, indexed.length)
        .filter(i -> Arrays.stream(queries).anyMatch(query -> share(query ^ indexed[i])))
        .toArray();
  }

  private static boolean share(long difference) {
    return IntStream.range(0, Fingerprint.SEGMENTS)
        .anyMatch(s -> Fingerprint.segment(difference, s) == 0);
  }

  private static int[] documents(DocIdSetIterator iterator) throws IOException {
    IntStream.Builder documents = IntStream.builder();
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      documents.add(iterator.docID());
    }
    return documents.build().toArray();
  }
}
