// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;

/** Proves candidates by the doc value, and remembers the distance of the last one proven. */
final class DistanceCheck extends TwoPhaseIterator {
  /** Decoding a doc value, plus the exclusive or, the bit count and the comparison. */
  private static final float READ_COST = 5;

  private final FingerprintValues values;
  private final FingerprintSet fingerprints;
  private final int maxDistance;

  /** Whether the candidates are the documents that have a value, one after the other. */
  private final boolean scan;

  private int distance = FingerprintSet.TOO_FAR;

  private DistanceCheck(
      DocIdSetIterator candidates,
      FingerprintValues values,
      HammingDistanceQuery query,
      boolean scan) {
    super(candidates);
    this.values = values;
    this.fingerprints = query.fingerprints();
    this.maxDistance = query.maxDistance();
    this.scan = scan;
  }

  /** Checks these candidates. */
  static DistanceCheck of(
      DocIdSetIterator candidates, FingerprintValues values, HammingDistanceQuery query) {
    return new DistanceCheck(candidates, values, query, false);
  }

  /** Checks every document that has a fingerprint. */
  static DistanceCheck ofAll(FingerprintValues values, HammingDistanceQuery query) {
    return new DistanceCheck(values.iterator(), values, query, true);
  }

  @Override
  public boolean matches() throws IOException {
    distance = FingerprintSet.TOO_FAR;
    if (scan || values.advanceExact(approximation.docID())) {
      measure();
    }
    return distance != FingerprintSet.TOO_FAR;
  }

  private void measure() throws IOException {
    for (int i = 0, count = values.count(); i < count; i++) {
      int candidate = fingerprints.distance(values.next(), maxDistance);
      if (candidate != FingerprintSet.TOO_FAR
          && (distance == FingerprintSet.TOO_FAR || candidate < distance)) {
        distance = candidate;
      }
    }
  }

  /** Distance of the document that matched last to the nearest fingerprint of the query. */
  int distance() {
    return distance;
  }

  @Override
  public float matchCost() {
    int size = fingerprints.size();
    // A set is searched by halving, once per segment, where a match must share one.
    return READ_COST
        + (maxDistance <= Fingerprint.MAX_LOOKUP_DISTANCE
            ? Fingerprint.SEGMENTS * (Integer.SIZE - Integer.numberOfLeadingZeros(size))
            : size);
  }
}
