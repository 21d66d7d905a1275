// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What a query does in an index: scores, caching, and indexes that are not quite like others. */
public class HammingDistanceWeightTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;

  public void testScores() throws IOException {
    // Distances to 0: 0, 16, 32 and 64 of 64.
    long[] indexed = {0L, 0xFFFFL, 0xFFFF_FFFFL, -1L};
    try (Directory directory = newDirectory();
        DirectoryReader reader = index(directory, indexed)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      assertScores(Map.of(0, 1f), searcher, query(0, 0L));
      assertScores(Map.of(0, 1f), searcher, query(15, 0L));
      assertScores(Map.of(0, 1f, 1, 0.75f), searcher, query(16, 0L));
      assertScores(Map.of(0, 1f, 1, 0.75f, 2, 0.5f), searcher, query(63, 0L));
      // All bits differ: it matches, at score 0.
      assertScores(Map.of(0, 1f, 1, 0.75f, 2, 0.5f, 3, 0f), searcher, query(64, 0L));
      // The nearest one counts: document 2 is at 16 bits of 0xFFFF, and at 32 of 0.
      assertScores(Map.of(0, 1f, 1, 1f, 2, 0.75f), searcher, query(20, 0L, 0xFFFFL));
    }
  }

  private static void assertScores(
      Map<Integer, Float> expected, IndexSearcher searcher, Query query) throws IOException {
    TopDocs found = searcher.search(query, 10);
    assertEquals(expected.size(), found.scoreDocs.length);
    for (ScoreDoc hit : found.scoreDocs) {
      assertEquals(query.toString(), expected.get(hit.doc), hit.score, 0f);
    }
  }

  public void testMaxScoreIsNeverExceeded() throws IOException {
    long[] indexed = Samples.skewed(random(), 300);
    try (Directory directory = newDirectory();
        DirectoryReader reader = index(directory, indexed)) {
      IndexSearcher searcher = newSearcher(reader, false, false);
      Weight weight = searcher.createWeight(query(40, indexed[5]), ScoreMode.TOP_SCORES, 2f);
      float best = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        Scorer scorer = weight.scorer(leaf);
        float max = scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS);
        assertEquals("boost times the similarity of an equal one", 2f, max, 0f);
        DocIdSetIterator matches = scorer.iterator();
        while (matches.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          assertTrue(scorer.score() <= max);
          best = Math.max(best, scorer.score());
        }
      }
      assertEquals("and an equal one is there", 2f, best, 0f);
    }
  }

  public void testTopHitsAreTheNearest() throws IOException {
    long[] indexed = Samples.skewed(random(), 500);
    try (Directory directory = newDirectory();
        DirectoryReader reader = index(directory, indexed)) {
      IndexSearcher searcher = newSearcher(reader);
      for (int distance : new int[] {0, 3, 20, 64}) {
        Query query = query(distance, indexed[random().nextInt(indexed.length)]);
        ScoreDoc[] all = searcher.search(query, indexed.length).scoreDocs;
        ScoreDoc[] top = searcher.search(query, 5).scoreDocs;
        for (int i = 0; i < top.length; i++) {
          assertEquals(all[i].doc, top[i].doc);
          assertEquals(all[i].score, top[i].score, 0f);
        }
      }
    }
  }

  public void testCachedUntilDocValuesChange() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(new StringField("id", "1", Field.Store.NO));
      // Only doc values with one value a document can be updated; they are read all the same.
      document.add(new NumericDocValuesField(FIELD, FingerprintField.toDocValue(7)));
      writer.addDocument(document);
      writer.commit();
      assertCacheable(true, writer, 7);
      writer.updateNumericDocValue(
          new Term("id", "1"), FIELD, FingerprintField.toDocValue(1L << 40));
      assertCacheable(false, writer, 1L << 40);
    }
  }

  private static void assertCacheable(boolean cacheable, IndexWriter writer, long fingerprint)
      throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Weight weight = searcher.createWeight(query(4, fingerprint), ScoreMode.COMPLETE_NO_SCORES, 1);
      assertEquals(cacheable, weight.isCacheable(reader.leaves().get(0)));
      assertEquals(1, searcher.count(query(4, fingerprint)));
      assertEquals(0, searcher.count(query(4, ~fingerprint)));
      assertTrue(
          "another field is no concern",
          searcher
              .createWeight(
                  HammingDistanceQuery.of("other", FingerprintSet.of(0), 4), ScoreMode.COMPLETE, 1)
              .isCacheable(reader.leaves().get(0)));
    }
  }

  public void testMemoryIndex() {
    for (int i = 0; i < 200; i++) {
      long indexed = random().nextLong();
      Document document = new Document();
      FingerprintField.fields(FIELD, indexed, random().nextBoolean()).forEach(document::add);
      MemoryIndex index = MemoryIndex.fromDocument(document, new MockAnalyzer(random()));

      int distance = random().nextInt(65);
      long query = Samples.flip(random(), indexed, distance);
      if (distance < 64) {
        float score = index.search(query(distance, query, ~indexed));
        assertEquals(1 - distance / 64f, score, 0f);
      }
      if (distance > 0) {
        assertEquals(0f, index.search(query(distance - 1, query)), 0f);
      }
    }
  }

  public void testSeveralFingerprintsInOneDocument() throws IOException {
    // The field type refuses them; in an index that has them the nearest counts.
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      for (long fingerprint : new long[] {-1L, 0x0F00_0000_0000_0000L, 1L}) {
        document.add(
            new SortedNumericDocValuesField(FIELD, FingerprintField.toDocValue(fingerprint)));
      }
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        // In the order of doc values: 6, 1 and 59 bits away.
        long near = 0x0F00_0100_0000_0000L;
        assertScores(Map.of(0, 1 - 1 / 64f), searcher, query(10, near));
        assertScores(Map.of(0, 1 - 1 / 64f), searcher, query(64, near));
        assertScores(Map.of(), searcher, query(0, near));
        String explanation = searcher.explain(query(10, near), 0).toString();
        assertTrue(explanation, explanation.contains("fingerprint 0f00000000000000 to"));
      }
    }
  }

  public void testOtherDocValuesAreRefused() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      document.add(new StringField(FIELD, "text", Field.Store.NO));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        IllegalStateException e =
            expectThrows(IllegalStateException.class, () -> searcher.count(query(3, 0L)));
        assertTrue(e.getMessage(), e.getMessage().contains("content_simhash"));
      }
    }
  }

  private static DirectoryReader index(Directory directory, long... fingerprints)
      throws IOException {
    try (IndexWriter writer =
        new IndexWriter(directory, newIndexWriterConfig().setMergePolicy(newLogMergePolicy()))) {
      for (long fingerprint : fingerprints) {
        Document document = new Document();
        FingerprintField.fields(FIELD, fingerprint, false).forEach(document::add);
        writer.addDocument(document);
      }
      return DirectoryReader.open(writer);
    }
  }

  private static HammingDistanceQuery query(int maxDistance, long... fingerprints) {
    return HammingDistanceQuery.of(FIELD, FingerprintSet.of(fingerprints), maxDistance);
  }
}
