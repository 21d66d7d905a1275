// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores by the distance of the current document. */
final class HammingDistanceScorer extends Scorer {
  private final LeafSearch search;
  private final float boost;

  HammingDistanceScorer(LeafSearch search, float boost) {
    this.search = search;
    this.boost = boost;
  }

  static float score(float boost, int distance) {
    return boost * Fingerprint.similarity(distance);
  }

  @Override
  public float score() {
    return score(boost, search.distance().getAsInt());
  }

  /** Any document may be equal to the fingerprint. */
  @Override
  public float getMaxScore(int upTo) throws IOException {
    return score(boost, 0);
  }

  @Override
  public int docID() {
    return search.iterator().docID();
  }

  @Override
  public DocIdSetIterator iterator() {
    return search.iterator();
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return search.check();
  }
}
