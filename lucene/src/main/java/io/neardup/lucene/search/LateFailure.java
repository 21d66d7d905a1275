// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Of a leaf, or a search, that could not be planned: fails when the first document is asked for. A
 * search whose time is over answers with what it has found only if it is told so while it scores.
 */
public final class LateFailure extends ScorerSupplier {
  private final RuntimeException failure;

  private LateFailure(RuntimeException failure) {
    this.failure = failure;
  }

  /** Something that takes long to make. */
  @FunctionalInterface
  public interface Plan<T> {
    T make() throws IOException;
  }

  /** A supplier as planned, or one whose scorer fails. */
  public static ScorerSupplier supplier(Plan<ScorerSupplier> plan) throws IOException {
    try {
      return plan.make();
    } catch (RuntimeException e) {
      return new LateFailure(e);
    }
  }

  /** A scorer as planned, or one that fails. */
  public static Scorer scorer(Plan<Scorer> plan) throws IOException {
    try {
      return plan.make();
    } catch (RuntimeException e) {
      return new LateFailure(e).get(0);
    }
  }

  /** A weight as planned, or one whose scorers fail. */
  public static Weight weight(Query query, Plan<Weight> plan) throws IOException {
    try {
      return plan.make();
    } catch (RuntimeException e) {
      return new ConstantScoreWeight(query, 1) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext context) {
          return new LateFailure(e);
        }

        @Override
        public boolean isCacheable(LeafReaderContext context) {
          return false;
        }
      };
    }
  }

  /** One that nobody passes over because others score more. */
  @Override
  public Scorer get(long leadCost) {
    return new ConstantScoreScorer(
        Float.MAX_VALUE, ScoreMode.COMPLETE, new FailingIterator(failure));
  }

  @Override
  public long cost() {
    return 0;
  }

  private static final class FailingIterator extends DocIdSetIterator {
    private final RuntimeException failure;

    FailingIterator(RuntimeException failure) {
      this.failure = failure;
    }

    @Override
    public int docID() {
      return -1;
    }

    @Override
    public int nextDoc() {
      throw failure;
    }

    @Override
    public int advance(int target) {
      throw failure;
    }

    @Override
    public long cost() {
      return 0;
    }
  }
}
