// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import io.neardup.fingerprint.hamming.FingerprintSet;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * The fingerprints of a leaf's documents, from their doc values. A document normally has one;
 * several are handled where the reader cannot rule them out, as in memory indexes.
 */
public final class FingerprintValues {
  /**
   * Documents read at once. Half as many slow a scan down by a tenth, and more no longer stay in
   * the cache.
   */
  public static final int MAX_RUN = 1024;

  /**
   * 0, 1, 2, …: the JIT compiler vectorizes adding to these, but not counting, which would slow a
   * scan down by a tenth.
   */
  private static final int[] ASCENDING = IntStream.range(0, MAX_RUN).toArray();

  private final SortedNumericDocValues values;

  /** The same values if no document has more than one, otherwise null. */
  private final NumericDocValues single;

  private FingerprintValues(SortedNumericDocValues values) {
    this.values = values;
    this.single = DocValues.unwrapSingleton(values);
  }

  /**
   * The values of the leaf, or null if it has no such field.
   *
   * @throws IllegalArgumentException if the reader hides them from the user
   * @throws IllegalStateException if the field has doc values of another kind
   */
  public static FingerprintValues of(LeafReader reader, String field) throws IOException {
    return reader.getFieldInfos().fieldInfo(field) == null
        ? null
        : new FingerprintValues(FingerprintDocValues.of(reader, field));
  }

  /** Iterates over the documents that have a fingerprint; advancing it advances the values. */
  public DocIdSetIterator iterator() {
    return single != null ? single : values;
  }

  /** Moves to a document not before the current one; false if it has no fingerprint. */
  public boolean advanceExact(int doc) throws IOException {
    return single != null ? single.advanceExact(doc) : values.advanceExact(doc);
  }

  /** Number of fingerprints of the current document. */
  public int count() {
    return single != null ? 1 : values.docValueCount();
  }

  /** The next fingerprint of the current document. */
  public long next() throws IOException {
    return FingerprintField.fromDocValue(single != null ? single.longValue() : values.nextValue());
  }

  /** Whether no document has more than one. */
  public boolean isSingle() {
    return single != null;
  }

  /**
   * Reads the fingerprints of documents that have at most one each, and drops documents without.
   *
   * @param docs ascending, after the current one
   * @param fingerprints filled in the same order
   * @return the number of documents kept
   */
  public int read(int[] docs, long[] fingerprints, int size) throws IOException {
    if (size > 0 && single.advanceExact(docs[0]) && single.docIDRunEnd() > docs[size - 1]) {
      single.longValues(size, docs, fingerprints, 0);
      for (int i = 0; i < size; i++) {
        fingerprints[i] = FingerprintField.fromDocValue(fingerprints[i]);
      }
      return size;
    }
    int read = 0;
    for (int i = 0; i < size; i++) {
      if (single.advanceExact(docs[i])) {
        fingerprints[read] = FingerprintField.fromDocValue(single.longValue());
        docs[read++] = docs[i];
      }
    }
    return read;
  }

  /**
   * Reads documents with one fingerprint each, from the current one on, which must have one, and
   * stops before the next document.
   *
   * @param docs room for at most {@value #MAX_RUN}
   * @param docValues filled with values as stored, for separate loops
   * @return the number read, at least one
   */
  public int readRun(int[] docs, long[] docValues) throws IOException {
    int first = single.docID();
    int size = Math.min(docs.length, single.docIDRunEnd() - first);
    for (int i = 0; i < size; i++) {
      docs[i] = first + ASCENDING[i];
    }
    if (size == 1) {
      docValues[0] = single.longValue();
    } else {
      single.longValues(size, docs, docValues, 0);
    }
    return size;
  }

  /**
   * Distance of the current document to the nearest of some fingerprints, or {@link
   * FingerprintSet#TOO_FAR}.
   */
  public int nearest(FingerprintSet fingerprints, int maxDistance) throws IOException {
    int nearest = FingerprintSet.TOO_FAR;
    for (int i = 0, count = count(); i < count; i++) {
      int distance = fingerprints.distance(next(), maxDistance);
      if (distance != FingerprintSet.TOO_FAR
          && (nearest == FingerprintSet.TOO_FAR || distance < nearest)) {
        nearest = distance;
      }
    }
    return nearest;
  }
}
