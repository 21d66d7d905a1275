// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/** An index of signatures, and what brute force finds there: all are compared. */
abstract class MinHashTestCase extends LuceneTestCase {
  static final String FIELD = "content_minhash";
  static final Bands BANDS = Bands.of(0.7, 0.95);

  private Directory directory;
  DirectoryReader reader;
  final Map<Integer, MinHashSignature> alive = new TreeMap<>();

  static MinHashSignature signature(int... hashes) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(hashes);
    return hasher.signature();
  }

  /** Sets of 1 to 300 hashes, half of which are another one with some hashes changed. */
  List<MinHashSignature> planted(int count) {
    List<int[]> sets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int[] set;
      if (i > 0 && random().nextBoolean()) {
        set = sets.get(random().nextInt(i)).clone();
        for (int changes = random().nextInt(1 + set.length / 4); changes > 0; changes--) {
          set[random().nextInt(set.length)] = random().nextInt();
        }
      } else {
        set = random().ints(1 + random().nextInt(random().nextBoolean() ? 60 : 300)).toArray();
      }
      sets.add(set);
    }
    return sets.stream().map(MinHashTestCase::signature).toList();
  }

  void index(List<MinHashSignature> signatures, Bands bands, boolean alone) throws IOException {
    index(signatures, bands, alone, true);
  }

  void index(List<MinHashSignature> signatures, Bands bands, boolean alone, boolean deletes)
      throws IOException {
    directory = newDirectory();
    try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i < signatures.size(); i++) {
        Document document = new Document();
        document.add(new NumericDocValuesField("number", i));
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        if (i % 10 != 9) {
          MinHashField.fields(FIELD, bands, signatures.get(i), alone).forEach(document::add);
          alive.put(i, signatures.get(i));
        }
        writer.addDocument(document);
        if (random().nextInt(50) == 0) {
          writer.commit();
        }
        if (deletes && random().nextInt(10) == 0) {
          int deleted = random().nextInt(i + 1);
          writer.deleteDocuments(new Term("id", Integer.toString(deleted)));
          alive.remove(deleted);
        }
      }
      reader = writer.getReader();
    }
  }

  @Override
  public void tearDown() throws Exception {
    if (reader != null) {
      reader.close();
      directory.close();
    }
    super.tearDown();
  }

  static MinHashQuery query(MinHashSignature signature, double similarity, double recall) {
    return new MinHashQuery(FIELD, BANDS, signature, similarity, recall, MemoryAccount.unbounded());
  }

  static Map<Integer, Float> hits(IndexSearcher searcher, Query query) throws IOException {
    Map<Integer, Float> hits = new TreeMap<>();
    for (ScoreDoc hit : searcher.search(query, 10_000).scoreDocs) {
      List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
      NumericDocValues numbers = leaf.reader().getNumericDocValues("number");
      assertTrue(numbers.advanceExact(hit.doc - leaf.docBase));
      hits.put((int) numbers.longValue(), hit.score);
    }
    return hits;
  }

  /** All that are similar enough, and share one of so many bands; -1 where that does not matter. */
  Map<Integer, Float> expected(MinHashSignature signature, double similarity, int bands) {
    Map<Integer, Float> expected = new TreeMap<>();
    alive.forEach(
        (number, other) -> {
          double jaccard = signature.jaccard(other).jaccard();
          if (jaccard >= similarity && (bands < 0 || shareBand(signature, other, bands))) {
            expected.put(number, (float) jaccard);
          }
        });
    return expected;
  }

  private static boolean shareBand(MinHashSignature left, MinHashSignature right, int bands) {
    long[] keys = BANDS.keys(left);
    long[] others = BANDS.keys(right);
    return IntStream.range(0, bands).anyMatch(band -> keys[band] == others[band]);
  }
}
