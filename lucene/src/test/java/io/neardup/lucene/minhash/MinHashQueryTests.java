// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LRUQueryCache;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryCachingPolicy;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;

/**
 * The query against brute force: all signatures are compared, all keys of bands are, and the same
 * documents with the same scores are wanted. Planted pairs of texts, short and long; several Lucene
 * segments, deletes.
 */
public class MinHashQueryTests extends MinHashTestCase {
  public void testDuel() throws IOException {
    List<MinHashSignature> signatures = planted(atLeast(300));
    index(signatures, BANDS, true);
    IndexSearcher searcher = newSearcher(reader);
    int found = 0;
    for (int i = 0; i < 100; i++) {
      MinHashSignature one = signatures.get(random().nextInt(signatures.size()));
      double similarity = 0.5 + random().nextInt(51) / 100.0;
      double recall = 0.5 + random().nextInt(50) / 100.0;
      MinHashQuery query = query(one, similarity, recall);
      Map<Integer, Float> expected = expected(one, similarity, query.bandsRead());
      found += expected.size();
      assertEquals(expected, hits(searcher, query));
      assertEquals(expected.size(), searcher.count(query));
      assertEquals(expected.keySet(), hits(searcher, new ConstantScoreQuery(query)).keySet());
      Map<Integer, Float> boosted = new TreeMap<>();
      expected.forEach((number, score) -> boosted.put(number, 2 * score));
      assertEquals(boosted, hits(searcher, new BoostQuery(query, 2)));
      assertEquals(expected(one, similarity, -1), hits(searcher, query(one, similarity, 1)));
    }
    assertTrue("pairs were planted", found > 100);
  }

  /** Of what is similar enough, as much is found as was promised. */
  public void testPromisedRecall() throws IOException {
    List<MinHashSignature> signatures = planted(500);
    index(signatures, BANDS, true);
    IndexSearcher searcher = newSearcher(reader);
    for (double recall : new double[] {0.5, 0.8, 0.95}) {
      int all = 0;
      int found = 0;
      for (MinHashSignature one : signatures) {
        int similar = searcher.count(query(one, 0.75, 1)) - 1;
        if (similar > 0) {
          all += similar;
          found += Math.max(0, searcher.count(query(one, 0.75, recall)) - 1);
        }
      }
      // A pair is met from both sides, and pairs of one text are not independent: twice as much.
      double deviation = 2 * Math.sqrt(all * recall * (1 - recall));
      assertTrue(found + " of " + all + " at " + recall, found >= all * recall - 4.5 * deviation);
      assertTrue("there is something to find", all > 100);
    }
  }

  /** Keys of 16 bits are all in the terms. */
  public void testBandsWithoutFrequencies() throws IOException {
    Bands bands = Bands.of(0.5, 0.95);
    List<MinHashSignature> signatures = planted(200);
    index(signatures, bands, random().nextBoolean());
    for (LeafReaderContext leaf : reader.leaves()) {
      FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(MinHashField.bandsField(FIELD));
      assertTrue(info == null || info.getIndexOptions() == IndexOptions.DOCS);
    }
    IndexSearcher searcher = newSearcher(reader);
    List<MinHashQuery> queries = new ArrayList<>();
    Map<Integer, Float> all = new TreeMap<>();
    for (MinHashSignature one : signatures.subList(0, 30)) {
      MinHashQuery query =
          new MinHashQuery(FIELD, bands, one, 0.5, 0.95, MemoryAccount.unbounded());
      Map<Integer, Float> expected = new TreeMap<>(expected(one, 0.5, -1));
      expected
          .keySet()
          .removeIf(number -> new BandProbes(query).firstShared(alive.get(number)) < 0);
      assertEquals(expected, hits(searcher, query));
      queries.add(query);
      all.putAll(expected);
    }
    Query union = new ConstantScoreQuery(new MinHashUnionQuery(queries));
    assertEquals(all.keySet(), hits(searcher, union).keySet());
  }

  /** Bands that the query does not know are not read: the leaf is scanned. */
  public void testOtherBands() throws IOException {
    List<MinHashSignature> signatures = planted(200);
    index(signatures, Bands.of(0.5, 0.9), true);
    IndexSearcher searcher = newSearcher(reader);
    for (MinHashSignature one : signatures.subList(0, 30)) {
      assertEquals(expected(one, 0.6, -1), hits(searcher, query(one, 0.6, 0.5)));
    }
  }

  /** Frequencies that say nothing: candidates are told apart by their signatures. */
  public void testFrequenciesThatSayNothing() throws IOException {
    List<MinHashSignature> signatures = planted(300);
    index(signatures, BANDS, false);
    IndexSearcher searcher = newSearcher(reader);
    for (MinHashSignature one : signatures.subList(0, 50)) {
      MinHashQuery query = query(one, 0.6, 0.9);
      Map<Integer, Float> hits = hits(searcher, query);
      assertTrue(hits.keySet().containsAll(expected(one, 0.6, query.bandsRead()).keySet()));
      assertTrue(expected(one, 0.6, -1).keySet().containsAll(hits.keySet()));
    }
  }

  public void testContractOfQueries() throws IOException {
    List<MinHashSignature> signatures = planted(100);
    // Scorers are compared with searches, which leave deleted documents out.
    index(signatures, BANDS, true, false);
    IndexSearcher searcher = newSearcher(reader);
    for (double recall : new double[] {0.5, 0.95, 1}) {
      QueryUtils.check(random(), query(signatures.get(3), 0.6, recall), searcher);
    }
    MinHashQuery one = query(signatures.get(0), 0.7, 0.95);
    QueryUtils.checkEqual(one, query(signatures.get(0), 0.7, 0.95));
    // Two of those that were planted may be equal.
    QueryUtils.checkUnequal(one, query(signature(1, 2, 3), 0.7, 0.95));
    QueryUtils.checkUnequal(one, query(signatures.get(0), 0.71, 0.95));
    QueryUtils.checkUnequal(one, query(signatures.get(0), 0.7, 0.96));
    assertEquals("minhash~0.7 recall 0.95", one.toString(FIELD));
    assertEquals(21, one.bandsRead());
    assertEquals(0.9556, one.givenRecall(), 0.0001);
  }

  /** A cached answer is that of the same question only; every leaf may be cached. */
  public void testCaches() throws IOException {
    int[] set = random().ints(60).distinct().toArray();
    List<MinHashSignature> signatures = new ArrayList<>();
    // Document n shares all but n of the features, counted from the front.
    for (int n = 0; n < 30; n++) {
      signatures.add(signature(Arrays.copyOfRange(set, n, set.length)));
    }
    index(signatures, BANDS, true, false);
    IndexSearcher searcher = new IndexSearcher(reader);
    LRUQueryCache cache = new LRUQueryCache(100, 1 << 20, context -> true, 1);
    searcher.setQueryCache(cache);
    searcher.setQueryCachingPolicy(ALWAYS);
    List<MinHashQuery> questions = new ArrayList<>();
    for (MinHashSignature asked : List.of(signature(set), signatures.get(12))) {
      for (double similarity : new double[] {0.6, 0.8, 0.9}) {
        for (double recall : new double[] {0.5, 0.95, 1}) {
          questions.add(query(asked, similarity, recall));
        }
      }
    }
    for (MinHashQuery question : questions) {
      Weight weight = searcher.createWeight(question, ScoreMode.COMPLETE_NO_SCORES, 1);
      for (LeafReaderContext leaf : reader.leaves()) {
        assertTrue(weight.isCacheable(leaf));
      }
    }
    for (boolean cached : new boolean[] {false, true}) {
      long before = cache.getHitCount();
      for (MinHashQuery question : questions) {
        assertEquals(
            expected(
                    question.signature(),
                    question.similarity(),
                    question.scansAlways() ? -1 : question.bandsRead())
                .keySet(),
            hits(searcher, new ConstantScoreQuery(question)).keySet());
      }
      assertEquals("hits", cached, cache.getHitCount() > before);
    }
  }

  private static final QueryCachingPolicy ALWAYS =
      new QueryCachingPolicy() {
        @Override
        public void onUse(Query query) {}

        @Override
        public boolean shouldCache(Query query) {
          return true;
        }
      };

  public void testExplains() throws IOException {
    int[] set = random().ints(200).toArray();
    int[] near = set.clone();
    Arrays.fill(near, 0, 10, 1);
    // Of 210 hashes together 50 are shared: 0.14.
    int[] far = random().ints(200).toArray();
    System.arraycopy(set, 0, far, 0, 50);
    index(List.of(signature(near), signature(far)), BANDS, true, false);
    IndexSearcher searcher = newSearcher(reader);
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      Explanation explanation = searcher.explain(query(signature(set), 0.7, 0.95), doc);
      String said = explanation.toString();
      if (explanation.isMatch()) {
        assertTrue(said, said.contains("Jaccard similarity, estimated with a standard deviation"));
        assertTrue(said, said.contains("found by band "));
      } else {
        assertTrue(said, said.contains("the similarity is less than 0.7"));
      }
      String scanned = searcher.explain(query(signature(set), 0.01, 1), doc).toString();
      assertTrue(scanned, scanned.contains("found by comparing all signatures"));
    }
  }

  public void testRefusesWhatIsOutOfBounds() {
    MinHashSignature one = signature(1, 2, 3);
    assertEquals(
        "[similarity] must be greater than 0 and at most 1, got [0.0]",
        expectThrows(IllegalArgumentException.class, () -> query(one, 0, 1)).getMessage());
    assertEquals(
        "[similarity] must be greater than 0 and at most 1, got [1.1]",
        expectThrows(IllegalArgumentException.class, () -> query(one, 1.1, 0.9)).getMessage());
    expectThrows(IllegalArgumentException.class, () -> query(one, 0.5, 0));
    expectThrows(IllegalArgumentException.class, () -> query(one, 0.5, 1.5));
  }
}
