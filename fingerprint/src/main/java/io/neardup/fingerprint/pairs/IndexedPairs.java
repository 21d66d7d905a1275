// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.Fingerprint;

/**
 * Tells pairs of a set by the indexes of their fingerprints, some at a time, so that the processor
 * reads main memory for several of them at once.
 */
final class IndexedPairs implements FingerprintPair {
  private static final int PAIRS = 64;

  private final DistinctFingerprints set;
  private final NearPair consumer;

  /** The one of a pair, then the other. */
  private final long[] fingerprints = new long[2 * PAIRS];

  private final int[] indexes = new int[2 * PAIRS];
  private int size;

  IndexedPairs(DistinctFingerprints set, NearPair consumer) {
    this.set = set;
    this.consumer = consumer;
  }

  @Override
  public void accept(long left, long right) {
    fingerprints[size++] = left;
    fingerprints[size++] = right;
    if (size == fingerprints.length) {
      flush();
    }
  }

  /** Tells those that were not told yet. */
  void flush() {
    set.indexesOf(fingerprints, indexes, size);
    for (int i = 0; i < size; i += 2) {
      int distance = Fingerprint.distance(fingerprints[i], fingerprints[i + 1]);
      consumer.accept(indexes[i], indexes[i + 1], distance);
    }
    size = 0;
  }
}
