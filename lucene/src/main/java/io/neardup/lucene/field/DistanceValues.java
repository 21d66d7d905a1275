// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The distances of a leaf's documents to the nearest of some fingerprints, as doc values to sort
 * by. They come from the fingerprints themselves, because other queries may have added to a score.
 * A document without a fingerprint has no value.
 */
public final class DistanceValues extends NumericDocValues {
  private final FingerprintValues values;
  private final DocIdSetIterator iterator;
  private final FingerprintSet fingerprints;

  private DistanceValues(FingerprintValues values, FingerprintSet fingerprints) {
    this.values = values;
    this.iterator = values.iterator();
    this.fingerprints = fingerprints;
  }

  /**
   * The distances in one leaf.
   *
   * @param fingerprints at least one
   */
  public static NumericDocValues of(LeafReader reader, String field, FingerprintSet fingerprints)
      throws IOException {
    FingerprintValues values = FingerprintValues.of(reader, field);
    return values == null ? DocValues.emptyNumeric() : new DistanceValues(values, fingerprints);
  }

  @Override
  public long longValue() throws IOException {
    int nearest = Fingerprint.BITS;
    for (int i = 0, count = values.count(); i < count; i++) {
      nearest = Math.min(nearest, fingerprints.distance(values.next(), Fingerprint.BITS));
    }
    return nearest;
  }

  @Override
  public boolean advanceExact(int target) throws IOException {
    return values.advanceExact(target);
  }

  @Override
  public int docID() {
    return iterator.docID();
  }

  @Override
  public int nextDoc() throws IOException {
    return iterator.nextDoc();
  }

  @Override
  public int advance(int target) throws IOException {
    return iterator.advance(target);
  }

  @Override
  public long cost() {
    return iterator.cost();
  }
}
