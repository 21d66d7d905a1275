// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.DOC_VALUES_READ;
import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Finds the matches of a leaf by comparing every fingerprint. Reads doc values by the thousand,
 * which costs a nanosecond each if all documents have one.
 */
final class ScanIterator extends DistanceIterator {
  /** Values compared at once: usually without a match, and enough to vectorize. */
  private static final int BLOCK = 128;

  /** If at most one in this many matched, few of the next are expected to match. */
  private static final int FEW = 16;

  private static final long BYTES_PER_VALUE = 2 * Integer.BYTES + Long.BYTES;

  private final FingerprintValues values;
  private final DocIdSetIterator iterator;
  private final HammingDistanceQuery query;

  /** The smallest distance that does not match. */
  private final int tooFar;

  /** The effective number of comparisons for a value. */
  private final double comparisons;

  private final SearchCounts statistics;
  private final CancellationCheck cancellation;

  private final int[] docs;
  private final long[] docValues;
  private final int[] distances;

  /** The matches of the batch are 0 to size; the documents before {@link #read} have been read. */
  private int size;

  private int next;
  private int read;

  /**
   * A scan of a leaf with so many documents: the percolator has thousands of one.
   *
   * @param memory charged for the arrays
   */
  ScanIterator(
      FingerprintValues values,
      HammingDistanceQuery query,
      CancellationCheck cancellation,
      LeafMemory memory,
      int maxDoc,
      long cost) {
    super(cost);
    int run = Math.min(maxDoc, FingerprintValues.MAX_RUN);
    memory.take(run * BYTES_PER_VALUE);
    this.docs = new int[run];
    this.docValues = new long[run];
    this.distances = new int[run];
    this.values = values;
    this.iterator = values.iterator();
    this.query = query;
    this.tooFar = query.maxDistance() + 1;
    this.comparisons = query.fingerprints().comparisons(query.maxDistance());
    this.statistics = query.statistics();
    this.cancellation = cancellation;
  }

  @Override
  int find(int target) throws IOException {
    while (true) {
      while (next < size) {
        if (docs[next++] >= target) {
          return docs[next - 1];
        }
      }
      if (readBatch(Math.max(read, target)) == false) {
        return NO_MORE_DOCS;
      }
    }
  }

  private boolean readBatch(int from) throws IOException {
    int matchedBefore = size;
    size = 0;
    next = 0;
    if (read == NO_MORE_DOCS || from == NO_MORE_DOCS) {
      return false;
    }
    int first = iterator.docID() >= from ? iterator.docID() : iterator.advance(from);
    if (first == NO_MORE_DOCS) {
      read = NO_MORE_DOCS;
      return false;
    }
    if (values.isSingle()) {
      readRun(matchedBefore);
    } else {
      readDocument(first);
    }
    statistics.add(MATCHES, size);
    return true;
  }

  private void readRun(int matchedBefore) throws IOException {
    int count = values.readRun(docs, docValues);
    read = docs[count - 1] + 1;
    statistics.add(DOC_VALUES_READ, count);
    cancellation.worked((long) (count * comparisons));
    if (query.fingerprints().size() == 1) {
      size = compareWithOne(count, matchedBefore <= count / FEW);
    } else {
      compareWithSet(count);
    }
  }

  private int compareWithOne(int count, boolean few) {
    long docValue = FingerprintField.toDocValue(query.fingerprints().get(0));
    int kept = 0;
    for (int from = 0; from < count; from += BLOCK) {
      int to = Math.min(count, from + BLOCK);
      boolean any = measure(from, to, docValue) < 0;
      if (few == false) {
        kept = keepMany(from, to, kept);
      } else if (any) {
        kept = keepFew(from, to, kept);
      }
    }
    return kept;
  }

  /**
   * Replaces each value by its distance minus {@link #tooFar}: below zero if it matches. One loop
   * over all, which the JIT compiler vectorizes.
   *
   * @return below zero if any of them is
   */
  private long measure(int from, int to, long docValue) {
    long least = tooFar;
    long any = 0;
    for (int i = from; i < to; i++) {
      long beyond = Fingerprint.distance(docValues[i], docValue) - least;
      docValues[i] = beyond;
      any |= beyond;
    }
    return any;
  }

  /** A branch that is hardly ever taken costs nothing. */
  private int keepFew(int from, int to, int keptBefore) {
    int kept = keptBefore;
    for (int i = from; i < to; i++) {
      if (docValues[i] < 0) {
        docs[kept] = docs[i];
        distances[kept++] = (int) docValues[i] + tooFar;
      }
    }
    return kept;
  }

  /** A branch that is taken at random costs more than writing values that are not kept. */
  private int keepMany(int from, int to, int keptBefore) {
    int kept = keptBefore;
    for (int i = from; i < to; i++) {
      long beyond = docValues[i];
      docs[kept] = docs[i];
      distances[kept] = (int) beyond + tooFar;
      kept += (int) (beyond >>> (Long.SIZE - 1));
    }
    return kept;
  }

  private void compareWithSet(int count) {
    for (int i = 0; i < count; i++) {
      long fingerprint = FingerprintField.fromDocValue(docValues[i]);
      distances[i] = query.fingerprints().distance(fingerprint, query.maxDistance());
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (distances[i] != FingerprintSet.TOO_FAR) {
        docs[kept] = docs[i];
        distances[kept++] = distances[i];
      }
    }
    size = kept;
  }

  private void readDocument(int document) throws IOException {
    int count = values.count();
    statistics.add(DOC_VALUES_READ, count);
    cancellation.worked((long) (count * comparisons));
    read = document + 1;
    int distance = values.nearest(query.fingerprints(), query.maxDistance());
    if (distance != FingerprintSet.TOO_FAR) {
      docs[0] = document;
      distances[0] = distance;
      size = 1;
    }
  }

  @Override
  int distance() {
    return distances[next - 1];
  }
}
