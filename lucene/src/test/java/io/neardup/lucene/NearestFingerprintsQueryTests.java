// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import io.neardup.fingerprint.MemoryAccount;
import io.neardup.lucene.FingerprintIndex.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.search.CheckHits;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.NamedThreadFactory;

/** The nearest against brute force over the stored list. */
public class NearestFingerprintsQueryTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;

  private final HashSegmentLayout layout =
      RandomPicks.randomFrom(random(), HashSegmentLayout.values());
  private static final Query RARE = new TermQuery(new Term(FingerprintIndex.GROUP, "rare"));

  public void testDuel() throws IOException {
    for (Shape shape : new Shape[] {Shape.CHURNED, Shape.SORTED}) {
      long[] indexed = Samples.skewed(random(), atLeast(500));
      try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, shape)) {
        duel(index, newSearcher(index.reader()), indexed);
      }
    }
  }

  public void testConcurrent() throws IOException {
    long[] indexed = Samples.even(random(), atLeast(500));
    ExecutorService executor =
        Executors.newFixedThreadPool(3, new NamedThreadFactory("concurrent-nearest"));
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.CHURNED)) {
      duel(index, new IndexSearcher(index.reader(), executor), indexed);
    } finally {
      executor.shutdown();
    }
  }

  private void duel(FingerprintIndex index, IndexSearcher searcher, long[] indexed)
      throws IOException {
    for (int k : new int[] {1, 2, 10, 100, 5000}) {
      for (int maxDistance : new int[] {0, 2, 3, 5, 11, 20, 40, 64}) {
        long[] queries = Samples.queries(random(), indexed, 1 + random().nextInt(3));
        assertBruteForce(index, searcher, k, maxDistance, null, queries);
        assertBruteForce(index, searcher, k, maxDistance, RARE, queries);
      }
    }
  }

  private void assertBruteForce(
      FingerprintIndex index,
      IndexSearcher searcher,
      int k,
      int maxDistance,
      Query filter,
      long... queries)
      throws IOException {
    Query query = restricted(k, maxDistance, filter, queries);
    Map<Integer, Integer> near = index.expected(queries, maxDistance);
    if (filter != null) {
      near.keySet().removeIf(id -> index.isRare(id) == false);
    }
    List<Integer> expected = new ArrayList<>(near.values());
    expected.sort(null);
    expected = expected.subList(0, Math.min(k, expected.size()));

    ScoreDoc[] hits = searcher.search(query, 10_000).scoreDocs;
    List<Integer> found = new ArrayList<>();
    for (ScoreDoc hit : hits) {
      int distance = Math.round((1 - hit.score) * Fingerprint.BITS);
      assertEquals((Integer) distance, near.remove(FingerprintIndex.id(searcher, hit.doc)));
      found.add(distance);
    }
    assertEquals(query.toString(), expected, found);
    assertEquals(expected.size(), searcher.count(query));
    assertLowestNumbersAtTheEdge(searcher, hits, near, maxDistance, filter, queries);
  }

  /** Of those as far as the last hit, none left out has a lower number than one taken. */
  private void assertLowestNumbersAtTheEdge(
      IndexSearcher searcher,
      ScoreDoc[] hits,
      Map<Integer, Integer> leftOut,
      int maxDistance,
      Query filter,
      long... queries)
      throws IOException {
    if (hits.length == 0) {
      return;
    }
    float edge = hits[hits.length - 1].score;
    int last = -1;
    for (ScoreDoc hit : hits) {
      last = hit.score == edge ? Math.max(last, hit.doc) : last;
    }
    Query all =
        FingerprintField.newDistanceQuery(
            layout, FIELD, FingerprintSet.of(queries), maxDistance, MemoryAccount.unbounded());
    BooleanQuery.Builder restricted = new BooleanQuery.Builder().add(all, Occur.MUST);
    if (filter != null) {
      restricted.add(filter, Occur.FILTER);
    }
    for (ScoreDoc other : searcher.search(restricted.build(), 10_000).scoreDocs) {
      if (other.score == edge && leftOut.containsKey(FingerprintIndex.id(searcher, other.doc))) {
        assertTrue(other.doc > last);
      }
    }
  }

  private NearestFingerprintsQuery query(int k, int maxDistance, Query filter, long... queries) {
    return new NearestFingerprintsQuery(
        layout,
        FIELD,
        FingerprintSet.of(queries),
        k,
        maxDistance,
        filter,
        MemoryAccount.unbounded());
  }

  /** Whether a filter says what matches, or what a search may see at all, is the same. */
  private Query restricted(int k, int maxDistance, Query filter, long... queries) {
    if (filter == null || random().nextBoolean()) {
      return query(k, maxDistance, filter, queries);
    }
    NearestFingerprintsQuery query = query(k, maxDistance, null, queries);
    query.among(() -> filter);
    return query;
  }

  public void testWithinOtherQueries() throws IOException {
    long[] indexed = Samples.even(random(), 300);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.CHURNED)) {
      IndexSearcher searcher = newSearcher(index.reader());
      Query nearest = query(20, 64, null, indexed[3]);
      Map<Integer, Float> alone = FingerprintIndex.hits(searcher, nearest);
      assertEquals(20, alone.size());
      alone.keySet().removeIf(id -> index.isRare(id) == false);
      Query after =
          new BooleanQuery.Builder().add(nearest, Occur.MUST).add(RARE, Occur.FILTER).build();
      assertEquals("restricted afterwards", alone, FingerprintIndex.hits(searcher, after));
      Map<Integer, Float> boosted = FingerprintIndex.hits(searcher, new BoostQuery(nearest, 3));
      FingerprintIndex.hits(searcher, nearest)
          .forEach((id, score) -> assertEquals(score * 3, boosted.get(id), 0));
    }
  }

  public void testContractOfQueries() throws IOException {
    long[] indexed = Samples.skewed(random(), 50);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.STABLE)) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      for (int k : new int[] {1, 2, 7, 100}) {
        Query rewritten = searcher.rewrite(query(k, 64, null, indexed[0], indexed[1]));
        QueryUtils.check(rewritten);
        QueryUtils.checkExplanations(rewritten, searcher);
        CheckHits.checkTopScores(random(), rewritten, searcher);
        assertSame("rewritten once", rewritten, searcher.rewrite(rewritten));
        assertEquals(rewritten, searcher.rewrite(query(k, 64, null, indexed[0], indexed[1])));
        Query one = searcher.rewrite(query(1, 64, null, indexed[0], indexed[1]));
        assertEquals("found alike, but not as many", k == 1, rewritten.equals(one));
      }
    }
  }

  public void testFoundForOneReader() throws IOException {
    long[] indexed = Samples.even(random(), 20);
    try (FingerprintIndex one = new FingerprintIndex(layout, random(), indexed, Shape.STABLE);
        FingerprintIndex two = new FingerprintIndex(layout, random(), indexed, Shape.STABLE)) {
      Query found = new IndexSearcher(one.reader()).rewrite(query(3, 64, null, indexed[0]));
      IndexSearcher other = new IndexSearcher(two.reader());
      expectThrows(IllegalStateException.class, () -> other.count(found));
    }
  }

  public void testNothingToFind() throws IOException {
    try (Directory directory = newDirectory()) {
      newIndexWriter(directory).close();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        assertTrue(searcher.rewrite(query(1, 64, null, 7)) instanceof MatchNoDocsQuery);
        assertTrue(searcher.rewrite(query(1, 64, null)) instanceof MatchNoDocsQuery);
      }
    }
  }

  private static IndexWriter newIndexWriter(Directory directory) throws IOException {
    return new IndexWriter(directory, newIndexWriterConfig());
  }

  public void testEndsWhenToldTo() throws IOException {
    long[] indexed = Samples.even(random(), 20);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.STABLE)) {
      IndexSearcher searcher = new IndexSearcher(index.reader());
      searcher.setTimeout(() -> true);
      expectThrows(
          CancellationException.class, () -> searcher.rewrite(query(3, 64, null, indexed[0])));
    }
  }

  /** Nothing is compared with the only document that is filtered. */
  public void testEndsWhereTheFilterLeavesNothing() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = newIndexWriter(directory)) {
      Document filtered = new Document();
      filtered.add(new NumericDocValuesField("other", 1));
      writer.addDocument(filtered);
      for (long fingerprint : Samples.even(random(), 20)) {
        Document document = new Document();
        FingerprintField.fields(layout, FIELD, fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        CountingReader leaf = new CountingReader(getOnlyLeafReader(reader));
        Query query = query(1, 64, new FieldExistsQuery("other"), 7);
        IndexSearcher searcher = new IndexSearcher(leaf);
        assertTrue(searcher.rewrite(query) instanceof MatchNoDocsQuery);
        leaf.interrupted = true;
        expectThrows(CountingReader.InterruptedSearch.class, () -> searcher.rewrite(query));
      }
    }
  }

  public void testMemoryIsGivenBack() throws IOException {
    long[] indexed = Samples.even(random(), 20_000);
    try (FingerprintIndex index = new FingerprintIndex(layout, random(), indexed, Shape.STABLE)) {
      AtomicLong held = new AtomicLong();
      AtomicLong most = new AtomicLong();
      MemoryAccount account =
          new MemoryAccount(bytes -> most.accumulateAndGet(held.addAndGet(bytes), Math::max));
      Query query =
          new NearestFingerprintsQuery(
              layout, FIELD, FingerprintSet.of(indexed[0]), 10_000, 64, null, account);
      new IndexSearcher(index.reader()).rewrite(query);
      assertTrue("some is taken", most.get() >= 10_000 * Long.BYTES);
      assertTrue("of what is done with", account.taken() < 10_000 * Long.BYTES);
      account.close();
      assertEquals(0, held.get());
    }
  }

  public void testDistancesTried() {
    assertArrayEquals(new int[] {3, 7, 11, 20, 64}, NearestFingerprintsQuery.distances(64));
    assertArrayEquals(new int[] {3, 7, 8}, NearestFingerprintsQuery.distances(8));
    assertArrayEquals(new int[] {3}, NearestFingerprintsQuery.distances(3));
    assertArrayEquals(new int[] {0}, NearestFingerprintsQuery.distances(0));
  }

  public void testEqualsAndWords() {
    Query query = query(5, 9, RARE, 10);
    assertEquals(query, query(5, 9, RARE, 10));
    assertEquals(query.hashCode(), query(5, 9, RARE, 10).hashCode());
    for (Query other :
        List.of(
            query(6, 9, RARE, 10),
            query(5, 8, RARE, 10),
            query(5, 9, null, 10),
            query(5, 9, RARE, 11),
            new NearestFingerprintsQuery("f", FingerprintSet.of(10), 5, 9, RARE))) {
      assertNotEquals(query, other);
    }
    assertEquals(
        "the 5 nearest of content_simhash:000000000000000a~9 with group:rare", query.toString());
    Exception e = expectThrows(IllegalArgumentException.class, () -> query(0, 9, null, 1));
    assertEquals("[k] must be at least 1, got [0]", e.getMessage());
  }
}
