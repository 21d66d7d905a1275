// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import java.util.function.DoubleSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TwoPhaseIterator;

/** Scores the current document by what a check has measured of it, a part of 1. */
public final class PartScorer extends Scorer {
  private final TwoPhaseIterator check;
  private final DoubleSupplier part;
  private final DocIdSetIterator iterator;
  private final float boost;

  /**
   * @param part that the check measured of the document that matched last
   */
  public PartScorer(TwoPhaseIterator check, DoubleSupplier part, float boost) {
    this.check = check;
    this.part = part;
    this.iterator = TwoPhaseIterator.asDocIdSetIterator(check);
    this.boost = boost;
  }

  /** The score of a part. */
  public static float score(float boost, double part) {
    return boost * (float) part;
  }

  @Override
  public float score() {
    return score(boost, part.getAsDouble());
  }

  /** Any document may be the whole. */
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
