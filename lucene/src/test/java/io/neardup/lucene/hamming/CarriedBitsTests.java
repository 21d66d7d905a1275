// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.FingerprintIndex;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Frequencies are looked at where the field says that they carry bits, and what bits. */
public class CarriedBitsTests extends LuceneTestCase {
  private static final String FIELD = FingerprintIndex.FIELD;
  private static final String THIS_VERSION = "near_dup.carried.v1";
  private static final String NEXT_VERSION = "near_dup.carried.v2";
  private static final Map<String, String> NOTHING = Map.of();

  private static final int DOCUMENTS = 300;
  private final long[] fingerprints = new long[DOCUMENTS];

  @Override
  public void setUp() throws Exception {
    super.setUp();
    // One segment in common, so that postings are long and bits decide.
    Arrays.setAll(fingerprints, i -> random().nextLong() >>> 16);
  }

  private static int next(long bits, int segment) {
    return HashSegmentLayout.FOUR.frequency(~bits, segment);
  }

  private Document document(long fingerprint, Map<String, String> says, boolean right) {
    Document document = new Document();
    document.add(new SortedNumericDocValuesField(FIELD, FingerprintField.toDocValue(fingerprint)));
    for (int s = 0; s < HashSegmentLayout.FOUR.segments(); s++) {
      int frequency =
          right ? HashSegmentLayout.FOUR.frequency(fingerprint, s) : next(fingerprint, s);
      FieldType type = new FieldType(StringField.TYPE_NOT_STORED);
      type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
      says.forEach(type::putAttribute);
      document.add(new Segment(HashSegmentLayout.FOUR, fingerprint, s, type, frequency));
    }
    return document;
  }

  private void assertExact(List<Document> first, List<Document> second, boolean rejects)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocuments(first);
      writer.flush();
      writer.addDocuments(second);
      writer.flush();
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        long rejected = 0;
        for (long fingerprint : fingerprints) {
          HammingDistanceQuery query =
              new HammingDistanceQuery(
                  HashSegmentLayout.FOUR,
                  FIELD,
                  FingerprintSet.of(fingerprint),
                  3,
                  MemoryAccount.unbounded(),
                  PlanCosts.LOOK_UP);
          assertEquals(near(fingerprint), searcher.count(query));
          rejected += query.statistics().counts().get("rejected_in_postings");
        }
        assertEquals(rejects, rejected > 0);
      }
    }
  }

  private long near(long fingerprint) {
    return Arrays.stream(fingerprints)
        .filter(other -> Long.bitCount(other ^ fingerprint) <= 3)
        .count();
  }

  private List<Document> documents(int from, int to, Map<String, String> says, boolean right) {
    return Arrays.stream(fingerprints, from, to)
        .mapToObj(fingerprint -> document(fingerprint, says, right))
        .toList();
  }

  private void assertExact(Map<String, String> says, boolean right, boolean rejects)
      throws IOException {
    assertExact(documents(0, 100, says, right), documents(100, DOCUMENTS, says, right), rejects);
  }

  public void testBitsOfThisVersionAreUsed() throws IOException {
    assertExact(Map.of(THIS_VERSION, "4"), true, true);
    List<Document> own =
        Arrays.stream(fingerprints)
            .mapToObj(
                fingerprint -> {
                  Document document = new Document();
                  FingerprintField.fields(FIELD, fingerprint, false).forEach(document::add);
                  return document;
                })
            .toList();
    assertExact(own.subList(0, 10), own.subList(10, DOCUMENTS), true);
  }

  /** An index written before fields said anything: slower, and as exact. */
  public void testBitsOfNoVersionAreNot() throws IOException {
    assertExact(NOTHING, true, false);
    assertExact(NOTHING, false, false);
  }

  public void testBitsOfAnotherVersionOrLayoutAreNot() throws IOException {
    assertExact(Map.of(NEXT_VERSION, "4"), false, false);
    assertExact(Map.of(THIS_VERSION, "5x2"), false, false);
    assertExact(Map.of(THIS_VERSION, "other"), false, false);
  }

  /** A merge adds up what fields say, whichever says it first. */
  public void testBitsOfTwoVersionsAreNot() throws IOException {
    List<Document> older = documents(0, 100, Map.of(THIS_VERSION, "4"), true);
    List<Document> newer = documents(100, DOCUMENTS, Map.of(NEXT_VERSION, "4"), false);
    assertExact(older, newer, false);
    assertExact(newer, older, false);
  }

  /** Of documents with several fingerprints the frequencies add up, and say nothing. */
  public void testManyFingerprintsInADocument() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document many = new Document();
      for (int i = 0; i < 10_000; i++) {
        FingerprintField.fields(HashSegmentLayout.FOUR, FIELD, random().nextLong(), false, false)
            .forEach(many::add);
      }
      FingerprintField.fields(HashSegmentLayout.FOUR, FIELD, 42, false, false).forEach(many::add);
      writer.addDocument(many);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        HammingDistanceQuery query = HammingDistanceQuery.of(FIELD, FingerprintSet.of(43), 1);
        assertEquals(1, new IndexSearcher(reader).count(query));
      }
    }
  }

  /** A segment with any frequency, and any attributes. */
  private static final class Segment extends Field {
    private final int frequency;

    Segment(
        HashSegmentLayout layout, long fingerprint, int segment, FieldType type, int frequency) {
      super(layout.field(FIELD, segment), new BytesRef(layout.hex(fingerprint, segment)), type);
      this.frequency = frequency;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
      return new TokenStream() {
        private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
        private final TermFrequencyAttribute times = addAttribute(TermFrequencyAttribute.class);
        private boolean done;

        @Override
        public boolean incrementToken() {
          if (done) {
            return false;
          }
          clearAttributes();
          term.setBytesRef(binaryValue());
          times.setTermFrequency(frequency);
          done = true;
          return true;
        }
      };
    }
  }
}
