// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Signatures in readers that mask them. */
public class SignatureDocValuesTests extends LuceneTestCase {
  private static final String FIELD = "signature";

  /** Hands out a digest in place of each value, or nothing. */
  private static final class MaskingReader extends FilterLeafReader {
    private final boolean digests;

    MaskingReader(LeafReader in, boolean digests) {
      super(in);
      this.digests = digests;
    }

    @Override
    public BinaryDocValues getBinaryDocValues(String field) throws IOException {
      BinaryDocValues values = digests ? super.getBinaryDocValues(field) : null;
      return values == null
          ? null
          : new FilterBinaryDocValues(values) {
            @Override
            public BytesRef binaryValue() {
              return new BytesRef("81ded23bf1f956718fb6ddd0cb1078471");
            }
          };
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

  public void testMaskedIsSaid() throws IOException {
    MinHasher hasher = new MinHasher();
    hasher.addAll(new int[] {1, 2, 3});
    byte[] signature = hasher.signature().toBytes();
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.addDocument(new Document());
      Document document = new Document();
      document.add(new BinaryDocValuesField(FIELD, new BytesRef(signature)));
      writer.addDocument(document);
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        BinaryDocValues values = SignatureDocValues.of(leaf, FIELD);
        assertTrue(values.advanceExact(1));
        assertEquals(new BytesRef(signature), values.binaryValue());
        for (boolean digests : new boolean[] {true, false}) {
          LeafReader masking = new MaskingReader(leaf, digests);
          Exception e =
              expectThrows(
                  IllegalArgumentException.class, () -> SignatureDocValues.of(masking, FIELD));
          assertTrue(
              e.getMessage(),
              e.getMessage().startsWith("field [signature] is masked for this user"));
          assertNull(SignatureDocValues.of(masking, "no"));
        }
      }
    }
  }
}
