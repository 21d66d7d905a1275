// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
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

  /** Takes the values that exist, in increasing order. */
  public interface Counts {
    /** One value, and the number of documents that have it. */
    void accept(int value, int documents) throws IOException;
  }

  /** At least as many values as segment {@code segment} of a field has; known without reading. */
  public static int mostValues(IndexReader reader, String field, int segment) throws IOException {
    long values = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(FingerprintField.segmentField(field, segment));
      if (terms != null) {
        values += terms.size() < 0 ? VALUES : terms.size();
      }
    }
    return (int) Math.min(values, VALUES);
  }

  /** Counts the documents by the value of segment {@code segment} of a field. */
  public static void count(IndexReader reader, String field, int segment, Counts counts)
      throws IOException {
    Terms terms = MultiTerms.getTerms(reader, FingerprintField.segmentField(field, segment));
    if (terms == null) {
      return;
    }
    TermsEnum values = terms.iterator();
    for (BytesRef term = values.next(); term != null; term = values.next()) {
      counts.accept(value(term), values.docFreq());
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
