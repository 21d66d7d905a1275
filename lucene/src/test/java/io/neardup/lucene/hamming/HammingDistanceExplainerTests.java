// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/** The words of explanations, line by line. */
public class HammingDistanceExplainerTests extends LuceneTestCase {
  private Directory directory;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    try (IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      Document document = new Document();
      FingerprintField.fields("f", 0x9f3a_5c3b_12ff_00aaL, false).forEach(document::add);
      writer.addDocuments(List.of(document, new Document()));
      reader = DirectoryReader.open(writer);
    }
    searcher = newSearcher(reader);
  }

  @Override
  public void tearDown() throws Exception {
    IOUtils.close(reader, directory);
    super.tearDown();
  }

  public void testMatchBySegments() throws IOException {
    // s0 and s2 differ in a bit each; the second fingerprint is farther away.
    Query query = query(3, 0x9f3b_5c3b_12fe_00aaL, 0L);
    assertText(
        "1.9375 = f:2 fingerprints~3, computed as boost * (1 - distance / 64) from:\n"
            + "  2.0 = boost\n"
            + "  2 = distance of the document's fingerprint 9f3a5c3b12ff00aa"
            + " to the nearest of the query, 9f3b5c3b12fe00aa\n"
            + "  2 = segments s1, s3 are equal\n",
        searcher.explain(new BoostQuery(query, 2), 0));
  }

  public void testMatchByOneSegment() throws IOException {
    assertText(
        "0.953125 = f:9f3b5c3a12fe00aa~3, computed as boost * (1 - distance / 64) from:\n"
            + "  1.0 = boost\n"
            + "  3 = distance of the document's fingerprint 9f3a5c3b12ff00aa"
            + " to the nearest of the query, 9f3b5c3a12fe00aa\n"
            + "  1 = segment s3 is equal\n",
        searcher.explain(query(3, 0x9f3b_5c3a_12fe_00aaL), 0));
  }

  public void testMatchByKeys() throws IOException {
    // The blocks 0 and 3 differ in a bit each, so the keys of 1, 2 and 4 are equal.
    Query query =
        HammingDistanceQuery.of(
            HashSegmentLayout.FIVE_BY_TWO,
            "f",
            FingerprintSet.of(0x9f3b_5c3b_12ff_00aaL ^ 1L << 63 ^ 1L << 48 ^ 1L << 12),
            3,
            MemoryAccount.unbounded());
    assertText(
        "0.96875 = f:1f3a5c3b12ff10aa~3, computed as boost * (1 - distance / 64) from:\n"
            + "  1.0 = boost\n"
            + "  2 = distance of the document's fingerprint 9f3a5c3b12ff00aa"
            + " to the nearest of the query, 1f3a5c3b12ff10aa\n"
            + "  3 = keys k4, k6, k8 are equal\n",
        searcher.explain(query, 0));
  }

  public void testMatchByScan() throws IOException {
    assertText(
        "0.9375 = f:9f3b5c3a12fe00ab~10, computed as boost * (1 - distance / 64) from:\n"
            + "  1.0 = boost\n"
            + "  4 = distance of the document's fingerprint 9f3a5c3b12ff00aa"
            + " to the nearest of the query, 9f3b5c3a12fe00ab\n"
            + "  0 = no equal segment: found by similar ones, or by scan\n",
        searcher.explain(query(10, 0x9f3b_5c3a_12fe_00abL), 0));
  }

  public void testTooFar() throws IOException {
    assertText(
        "0.0 = the distance is 1, more than 0\n"
            + "  1 = distance of the document's fingerprint 9f3a5c3b12ff00aa"
            + " to the nearest of the query, 9f3a5c3b12ff00ab\n",
        searcher.explain(query(0, 0x9f3a_5c3b_12ff_00abL), 0));
  }

  public void testNoFingerprint() throws IOException {
    assertText(
        "0.0 = the document has no fingerprint in [f]\n", searcher.explain(query(64, 0L), 1));
  }

  public void testNoSuchField() throws IOException {
    Query query = HammingDistanceQuery.of("g", FingerprintSet.of(0L), 64);
    assertText("0.0 = the document has no fingerprint in [g]\n", searcher.explain(query, 0));
  }

  private static void assertText(String expected, Explanation explanation) {
    assertEquals(expected, explanation.toString());
    assertEquals(expected.startsWith("0.0 = ") == false, explanation.isMatch());
  }

  private static Query query(int maxDistance, long... fingerprints) {
    return HammingDistanceQuery.of("f", FingerprintSet.of(fingerprints), maxDistance);
  }
}
