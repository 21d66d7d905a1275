// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * The query finds what it promises, for every similarity and recall: of pairs with just that
 * similarity, at least the promised part, less two standard deviations of the sample. Planted pairs
 * in fields made for this similarity and recall, and in one made for the lowest similarity and the
 * highest recall, of which most lookups read a few bands. The sets are the same in each run.
 */
public class PromisedRecallTests extends LuceneTestCase {
  private static final double[] SIMILARITIES = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  private static final double[] RECALLS = {0.5, 0.8, 0.9, 0.95, 0.99};
  private static final Bands WIDE = Bands.of(SIMILARITIES[0], RECALLS[4]);
  private static final String WIDE_FIELD = "wide";
  private static final int PAIRS = 500;

  /** All of both texts; each of the two has at most 64 of them, which is an exact set. */
  private static final int FEW = 60;

  private static final int MANY = 400;

  /** A set, and one whose similarity to it is the planted one. */
  private record Pair(MinHashSignature asked, MinHashSignature indexed) {
    static Pair of(int union, double similarity, SplittableRandom random) {
      int[] all = random.ints().distinct().limit(union).toArray();
      int shared = (int) Math.round(union * similarity);
      int left = shared + (union - shared) / 2;
      MinHasher hasher = new MinHasher();
      hasher.addAll(Arrays.copyOf(all, shared));
      hasher.addAll(Arrays.copyOfRange(all, left, union));
      return new Pair(signature(Arrays.copyOf(all, left)), hasher.signature());
    }

    private static MinHashSignature signature(int... hashes) {
      MinHasher hasher = new MinHasher();
      hasher.addAll(hashes);
      return hasher.signature();
    }

    /** By the measure of the query. */
    double similarity() {
      return asked.jaccard(indexed).jaccard();
    }
  }

  private static String field(double recall) {
    return "recall_" + recall;
  }

  private static Directory index(List<Pair> pairs, double similarity) throws IOException {
    Directory directory = new ByteBuffersDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
      for (Pair pair : pairs) {
        Document document = new Document();
        MinHashField.fields(WIDE_FIELD, WIDE, pair.indexed, true).forEach(document::add);
        for (double recall : RECALLS) {
          MinHashField.fields(field(recall), Bands.of(similarity, recall), pair.indexed, true)
              .forEach(document::add);
        }
        writer.addDocument(document);
      }
    }
    return directory;
  }

  /** How many of the pairs the query finds; unrelated sets are never similar enough. */
  private static int found(
      IndexSearcher searcher,
      List<Pair> pairs,
      String field,
      Bands bands,
      double similarity,
      double recall)
      throws IOException {
    int found = 0;
    for (Pair pair : pairs) {
      found +=
          searcher.count(
              new MinHashQuery(
                  field, bands, pair.asked, similarity, recall, MemoryAccount.unbounded()));
    }
    return found;
  }

  private static void assertPromiseKept(int union) throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    for (double similarity : SIMILARITIES) {
      // What is estimated to be less similar is no match, however it was found.
      List<Pair> pairs = new ArrayList<>();
      while (pairs.size() < PAIRS) {
        Pair pair = Pair.of(union, similarity, random);
        if (pair.similarity() >= similarity) {
          pairs.add(pair);
        }
      }
      try (Directory directory = index(pairs, similarity);
          DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (double recall : RECALLS) {
          Bands made = Bands.of(similarity, recall);
          assertPromise(
              found(searcher, pairs, field(recall), made, similarity, recall), similarity, recall);
          assertPromise(
              found(searcher, pairs, WIDE_FIELD, WIDE, similarity, recall), similarity, recall);
        }
        assertEquals(PAIRS, found(searcher, pairs, WIDE_FIELD, WIDE, similarity, 1));
      }
    }
  }

  private static void assertPromise(int found, double similarity, double recall) {
    double deviation = Math.sqrt(PAIRS * recall * (1 - recall));
    assertTrue(
        found + " of " + PAIRS + " found at similarity " + similarity + ", recall " + recall,
        found >= PAIRS * recall - 2 * deviation);
  }

  public void testOfExactSets() throws IOException {
    assertPromiseKept(FEW);
  }

  public void testOfSketches() throws IOException {
    assertPromiseKept(MANY);
  }
}
