// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores by the similarity of the current document. */
final class MinHashScorer extends Scorer {
  private final SignatureCheck check;
  private final DocIdSetIterator iterator;
  private final float boost;

  MinHashScorer(SignatureCheck check, float boost) {
    this.check = check;
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(check);
    this.boost = boost;
  }

  static float score(float boost, double similarity) {
    return boost * (float) similarity;
  }

  @Override
  public float score() {
    return score(boost, check.similarity());
  }

  /** Any document may be an equal one. */
  @Override
  public float getMaxScore(int upTo) {
    return score(boost, 1);
  }

  @Override
  public int docID() {
    return check.approximation().docID();
  }

  @Override
  public DocIdSetIterator iterator() {
    return iterator;
  }

  @Override
  public TwoPhaseIterator twoPhaseIterator() {
    return check;
  }
}
