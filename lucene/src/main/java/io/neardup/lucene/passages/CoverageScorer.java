// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores by what passages cover of the current document, or of the question. */
final class CoverageScorer extends Scorer {
  private final CoverageCheck check;
  private final DocIdSetIterator iterator;
  private final float boost;

  CoverageScorer(CoverageCheck check, float boost) {
    this.check = check;
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(check);
    this.boost = boost;
  }

  @Override
  public float score() {
    return boost * (float) check.coverage();
  }

  @Override
  public float getMaxScore(int upTo) {
    return boost;
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
