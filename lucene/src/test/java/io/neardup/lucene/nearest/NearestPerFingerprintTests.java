// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.nearest;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.FingerprintIndex.Shape;
import io.neardup.lucene.Samples;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;

/** One pass for many fingerprints against as many searches by brute force. */
public class NearestPerFingerprintTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;

  public void testDuel() throws IOException {
    for (int size : new int[] {0, 1, 2, 5, 40, 5000}) {
      long[] indexed = Samples.skewed(random(), atLeast(400));
      long[] queries = Samples.queries(random(), indexed, 1 + random().nextInt(60));
      FingerprintSet set = FingerprintSet.of(queries);
      try (FingerprintIndex index = new FingerprintIndex(random(), indexed, Shape.CHURNED)) {
        IndexSearcher searcher = new IndexSearcher(index.reader());
        for (int maxDistance : new int[] {0, 3, 4, 11, 64}) {
          NearestPerFingerprint found = collect(index.reader(), set, maxDistance, size);
          for (int i = 0; i < set.size(); i++) {
            assertBruteForce(index, searcher, found, i, set.get(i), maxDistance, size);
          }
        }
      }
    }
  }

  private static void assertBruteForce(
      FingerprintIndex index,
      IndexSearcher searcher,
      NearestPerFingerprint found,
      int i,
      long query,
      int maxDistance,
      int size)
      throws IOException {
    List<Integer> distances =
        new ArrayList<>(index.expected(new long[] {query}, maxDistance).values());
    distances.sort(null);
    long[] nearest = found.nearest(i);
    assertEquals(distances.size(), found.total(i));
    assertEquals(
        distances.subList(0, Math.min(size, distances.size())),
        Arrays.stream(nearest).mapToObj(NearestPerFingerprint::distance).toList());
    Map<Integer, Integer> byId = index.expected(new long[] {query}, maxDistance);
    for (int n = 0; n < nearest.length; n++) {
      assertTrue("each once, ties by number", n == 0 || nearest[n - 1] < nearest[n]);
      int id = FingerprintIndex.id(searcher, NearestPerFingerprint.doc(nearest[n]));
      assertEquals((Integer) NearestPerFingerprint.distance(nearest[n]), byId.get(id));
    }
  }

  private static NearestPerFingerprint collect(
      DirectoryReader reader, FingerprintSet set, int maxDistance, int size) throws IOException {
    NearestPerFingerprint nearest =
        new NearestPerFingerprint(FIELD, set, maxDistance, size, bytes -> {});
    for (LeafReaderContext context : reader.leaves()) {
      NearestPerFingerprint.Leaf leaf = nearest.leaf(context);
      Bits live = context.reader().getLiveDocs();
      for (int doc = 0; leaf != null && doc < context.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          leaf.collect(doc);
        }
      }
    }
    return nearest;
  }

  public void testTiesAreKeptByNumber() {
    SmallestLongs least = SmallestLongs.of(3, bytes -> {});
    for (int doc = 99; doc >= 0; doc--) {
      least.add(NearestPerFingerprint.document(2, doc));
      least.add(NearestPerFingerprint.document(7, doc));
    }
    assertEquals(200, least.total());
    assertArrayEquals(new long[] {2L << 32, 2L << 32 | 1, 2L << 32 | 2}, least.sorted());
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, NearestPerFingerprint.doc(2L << 32 | 0x7fffffff));
  }

  public void testADocumentOfSeveralFingerprintsCountsOnceByItsNearest() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document document = new Document();
      for (long fingerprint : new long[] {0b111, 0b1, 0b11}) {
        document.add(
            new SortedNumericDocValuesField(FIELD, FingerprintField.toDocValue(fingerprint)));
      }
      writer.addDocument(document);
      try (DirectoryReader reader = writer.getReader()) {
        NearestPerFingerprint found = collect(reader, FingerprintSet.of(0, -1), 3, 10);
        assertEquals(0, found.total(0));
        assertArrayEquals(new long[] {1L << 32}, found.nearest(1));
        NearestPerFingerprint.Leaf leaf = found.leaf(reader.leaves().get(0));
        leaf.collect(0);
        assertTrue(leaf.isNear(1));
        assertFalse(leaf.isNear(0));
      }
    }
  }

  public void testMemoryIsToldBeforeItIsTaken() {
    long[] told = {0};
    SmallestLongs least = SmallestLongs.of(100, bytes -> told[0] += bytes);
    long base = told[0];
    assertTrue(base > 0);
    for (int doc = 0; doc < 10_000; doc++) {
      least.add(10_000 - doc);
    }
    assertEquals("twice as many as wanted", 200 * 8, told[0] - base);
    expectThrows(
        IllegalStateException.class,
        () ->
            new NearestPerFingerprint(
                FIELD,
                FingerprintSet.of(1),
                3,
                1,
                bytes -> {
                  throw new IllegalStateException();
                }));
  }
}
