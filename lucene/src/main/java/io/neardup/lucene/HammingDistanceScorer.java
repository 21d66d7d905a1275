// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores by the distance that the check has just measured. */
final class HammingDistanceScorer extends Scorer {
  private final DistanceCheck check;
  private final DocIdSetIterator matches;
  private final float boost;

  HammingDistanceScorer(DistanceCheck check, float boost) {
    this.check = check;
    this.matches = TwoPhaseIterator.asDocIdSetIterator(check);
    this.boost = boost;
  }

  static float score(float boost, int distance) {
    return boost * Fingerprint.similarity(distance);
  }

  @Override
  public float score() {
    return score(boost, check.distance());
  }

  /** Any document may be an equal one. */
  @Override
  public float getMaxScore(int upTo) throws IOException {
    return score(boost, 0);
  }

  @Override
  public int docID() {
    return matches.docID();
  }

  @Override
  public DocIdSetIterator iterator() {
    return matches;
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return check;
  }
}
