// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Candidates of a band that all share are ruled out by their last values, if these are there. */
public class TailCheckTests extends LuceneTestCase {
  private static final String FIELD = "f";

  /** One row a band: nearly everything shares one of 21. */
  private static final Bands BANDS = new Bands(1, 21);

  private static MinHashSignature random(int features) {
    MinHasher hasher = new MinHasher();
    hasher.addAll(random().ints(features).toArray());
    return hasher.signature();
  }

  private static MinHashQuery query(MinHashSignature signature, double similarity) {
    return new MinHashQuery(FIELD, BANDS, signature, similarity, 0.9, MemoryAccount.unbounded());
  }

  /**
   * @param tails whether the index has them
   */
  private static Map<String, Long> search(MinHashSignature wanted, int others, boolean tails)
      throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i <= others; i++) {
        Document document = new Document();
        List<IndexableField> fields =
            MinHashField.fields(FIELD, BANDS, i == others / 2 ? wanted : random(100), true);
        fields.subList(0, tails ? 3 : 2).forEach(document::add);
        writer.addDocument(document);
      }
      try (DirectoryReader reader = writer.getReader()) {
        MinHashQuery query = query(wanted, 0.8);
        assertEquals(1, new IndexSearcher(reader).count(query));
        return query.statistics().counts();
      }
    }
  }

  public void testRulesOut() throws IOException {
    for (int features : new int[] {50, 200}) {
      Map<String, Long> counts = search(random(features), 2_000, true);
      long rejected = counts.get("rejected_by_tail");
      long read = counts.get("doc_values_read");
      assertEquals(1, (long) counts.get("matches"));
      assertTrue(counts.toString(), rejected > 200);
      // One in 440, and the one that is there.
      assertTrue(counts.toString(), read <= 1 + rejected / 20);
    }
  }

  /** As in an index of a release that had none. */
  public void testWithoutTails() throws IOException {
    Map<String, Long> counts = search(random(200), 1_000, false);
    assertEquals(0, (long) counts.get("rejected_by_tail"));
    // About 130 share a band; with tails, a few of them would be read.
    assertTrue(counts.toString(), counts.get("doc_values_read") > 50);
  }

  /** Formats are promises. */
  public void testFormat() throws IOException {
    assertEquals("content.tail", MinHashField.tailField("content"));
    MinHasher hasher = new MinHasher();
    hasher.addAll(1, 2, 3);
    IndexableField tail = MinHashField.fields(FIELD, BANDS, hasher.signature(), true).get(2);
    assertEquals(0xF291_0DEC_4A96_28FDL, tail.numericValue().longValue());
    assertEquals("{near_dup.tail.v1=}", tail.fieldType().getAttributes().toString());
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      Document document = new Document();
      document.add(tail);
      writer.addDocument(document);
      try (DirectoryReader reader = writer.getReader()) {
        FieldInfo info = reader.leaves().get(0).reader().getFieldInfos().fieldInfo("f.tail");
        assertEquals("", info.getAttribute("near_dup.tail.v1"));
      }
    }
  }
}
