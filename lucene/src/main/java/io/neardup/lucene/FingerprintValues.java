// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The fingerprints of the documents of a leaf, from their doc values. A document has one; that it
 * might have several is taken into account where the reader cannot rule it out, as in memory
 * indexes.
 */
final class FingerprintValues {
  private final SortedNumericDocValues values;

  /** The same values where no document has more than one, else null. */
  private final NumericDocValues single;

  private FingerprintValues(SortedNumericDocValues values) {
    this.values = values;
    this.single = DocValues.unwrapSingleton(values);
  }

  /**
   * The values of the leaf, or null if it has no such field.
   *
   * @throws IllegalStateException if the field has doc values of another kind
   */
  static FingerprintValues of(LeafReader reader, String field) throws IOException {
    return reader.getFieldInfos().fieldInfo(field) == null
        ? null
        : new FingerprintValues(DocValues.getSortedNumeric(reader, field));
  }

  /** The documents that have a fingerprint; moving it moves the values. */
  DocIdSetIterator iterator() {
    return single != null ? single : values;
  }

  /** Moves to a document not before the current one; false if it has no fingerprint. */
  boolean advanceExact(int doc) throws IOException {
    return single != null ? single.advanceExact(doc) : values.advanceExact(doc);
  }

  /** Number of fingerprints of the current document. */
  int count() {
    return single != null ? 1 : values.docValueCount();
  }

  /** The next fingerprint of the current document. */
  long next() throws IOException {
    return FingerprintField.fromDocValue(single != null ? single.longValue() : values.nextValue());
  }
}
