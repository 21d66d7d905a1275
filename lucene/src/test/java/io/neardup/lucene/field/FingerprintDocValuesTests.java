// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Doc values that a reader keeps back, and the distances that are read off the others. */
public class FingerprintDocValuesTests extends LuceneTestCase {
  private static final String FIELD = "print";
  private static final long[][] DOCUMENTS = {{7}, {}, {1, -1}, {0}};

  /** Says that there are values, as for fields that security masks, and hands out none. */
  private static final class MaskingReader extends FilterLeafReader {
    MaskingReader(LeafReader in) {
      super(in);
    }

    @Override
    public SortedNumericDocValues getSortedNumericDocValues(String field) {
      return null;
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private interface Check {
    void accept(LeafReader leaf) throws IOException;
  }

  private static void withLeaf(Check check) throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      for (long[] fingerprints : DOCUMENTS) {
        Document document = new Document();
        document.add(new NumericDocValuesField("other", 1));
        for (long fingerprint : fingerprints) {
          document.add(
              new SortedNumericDocValuesField(FIELD, FingerprintField.toDocValue(fingerprint)));
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        check.accept(reader.leaves().get(0).reader());
      }
    }
  }

  public void testMaskedIsSaid() throws IOException {
    withLeaf(
        leaf -> {
          LeafReader masking = new MaskingReader(leaf);
          Exception e =
              expectThrows(
                  IllegalArgumentException.class, () -> FingerprintDocValues.of(masking, FIELD));
          assertTrue(
              e.getMessage(), e.getMessage().startsWith("field [print] is masked for this user"));
          assertEquals(
              DocIdSetIterator.NO_MORE_DOCS, FingerprintDocValues.of(masking, "no").nextDoc());
        });
  }

  public void testDistances() throws IOException {
    FingerprintSet set = FingerprintSet.of(3, 0x70);
    withLeaf(
        leaf -> {
          NumericDocValues distances = DistanceValues.of(leaf, FIELD, set);
          for (int doc = 0; doc < DOCUMENTS.length; doc++) {
            OptionalLong expected = distance(set, DOCUMENTS[doc]);
            assertEquals(expected.isPresent(), distances.advanceExact(doc));
            if (expected.isPresent()) {
              assertEquals(expected.getAsLong(), distances.longValue());
            }
          }
          NumericDocValues again = DistanceValues.of(leaf, FIELD, set);
          assertEquals(0, again.nextDoc());
          assertEquals(2, again.advance(1));
          assertEquals(2, again.docID());
          assertEquals(3, again.cost());
          assertEquals(DocIdSetIterator.NO_MORE_DOCS, DistanceValues.of(leaf, "no", set).nextDoc());
        });
  }

  private static OptionalLong distance(FingerprintSet set, long[] fingerprints) {
    return LongStream.of(fingerprints)
        .map(one -> Fingerprint.distance(one, set.nearest(one)))
        .min();
  }
}
