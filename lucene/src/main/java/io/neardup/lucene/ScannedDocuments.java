// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * All documents of a leaf that are near enough, by comparing every fingerprint there is. Doc values
 * are read by the hundreds, which costs a nanosecond each where all documents have one.
 */
final class ScannedDocuments extends NearDocuments {
  private static final int BATCH = 512;

  private final FingerprintValues values;
  private final DocIdSetIterator iterator;
  private final HammingDistanceQuery query;
  private final LookupStatistics statistics;
  private final Interruption interruption;

  private final int[] docs = new int[BATCH];
  private final long[] fingerprints = new long[BATCH];
  private final int[] distances = new int[BATCH];

  /** The matches of the batch are 0 to size, and the documents before {@link #read} are read. */
  private int size;

  private int next;
  private int read;

  ScannedDocuments(
      FingerprintValues values,
      HammingDistanceQuery query,
      LookupStatistics statistics,
      Interruption interruption,
      long cost) {
    super(cost);
    this.values = values;
    this.iterator = values.iterator();
    this.query = query;
    this.statistics = statistics;
    this.interruption = interruption;
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
      readRun();
    } else {
      readDocument(first);
    }
    statistics.matched(size);
    return true;
  }

  private void readRun() throws IOException {
    int count = values.readRun(docs, fingerprints);
    read = docs[count - 1] + 1;
    statistics.docValuesRead(count);
    interruption.worked((long) count * query.fingerprints().size());
    if (query.fingerprints().size() == 1) {
      compareWithOne(count, query.fingerprints().get(0), query.maxDistance());
    } else {
      compareWithSet(count);
    }
  }

  /** Written so that there is no jump. */
  private void compareWithOne(int count, long fingerprint, int maxDistance) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int distance = Fingerprint.distance(fingerprints[i], fingerprint);
      docs[kept] = docs[i];
      distances[kept] = distance;
      kept += distance <= maxDistance ? 1 : 0;
    }
    size = kept;
  }

  private void compareWithSet(int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int distance = query.fingerprints().distance(fingerprints[i], query.maxDistance());
      docs[kept] = docs[i];
      distances[kept] = distance;
      kept += distance != FingerprintSet.TOO_FAR ? 1 : 0;
    }
    size = kept;
  }

  private void readDocument(int document) throws IOException {
    int count = values.count();
    statistics.docValuesRead(count);
    interruption.worked((long) count * query.fingerprints().size());
    read = document + 1;
    int distance = values.nearest(query);
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
