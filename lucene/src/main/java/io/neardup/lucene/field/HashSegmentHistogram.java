// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Counts the documents of each value of a segment from the terms dictionary. Fast, but deleted
 * documents count until they are merged away.
 */
public final class HashSegmentHistogram {
  /** Number of possible values of a segment. */
  public static final int VALUES = 1 << Fingerprint.SEGMENT_BITS;

  private HashSegmentHistogram() {}

  /** The number of documents by the value of segment {@code segment} of a field. */
  public static int[] count(IndexReader reader, String field, int segment) throws IOException {
    int[] documents = new int[VALUES];
    String name = FingerprintField.segmentField(field, segment);
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(name);
      if (terms != null) {
        add(terms.iterator(), documents);
      }
    }
    return documents;
  }

  private static void add(TermsEnum terms, int[] documents) throws IOException {
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      documents[value(term)] += terms.docFreq();
    }
  }

  private static int value(BytesRef term) {
    int value = 0;
    for (int i = term.offset; i < term.offset + term.length; i++) {
      value = value << 4 | Character.digit(term.bytes[i], 16);
    }
    return value;
  }
}
