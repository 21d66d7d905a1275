// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.search.LateFailure;
import io.neardup.lucene.search.LeafMemories;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.search.Weight;

/** The weight of a {@link HammingDistanceQuery}: plans each leaf, scores and explains. */
final class HammingDistanceWeight extends Weight {
  private final HammingDistanceQuery query;
  private final ScoreMode scoreMode;
  private final float boost;

  /** Null where there are no lookups. */
  private final Probes probes;

  private final LeafMemories leaves;

  HammingDistanceWeight(
      HammingDistanceQuery query, ScoreMode scoreMode, float boost, TaskExecutor executor) {
    super(query);
    this.query = query;
    this.leaves = new LeafMemories(query.memory());
    this.scoreMode = scoreMode;
    this.boost = boost;
    this.probes = Probes.of(query, executor);
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    return LateFailure.supplier(() -> supplier(context));
  }

  private ScorerSupplier supplier(LeafReaderContext context) throws IOException {
    LeafPlan plan = LeafPlan.of(query, probes, context.reader(), leaves.next());
    if (plan == null) {
      return null;
    }
    // At distance 0 every match scores alike, and a top-hits search may stop at the first k.
    boolean constant = scoreMode.needsScores() == false || query.maxDistance() == 0;
    return constant ? constantScores(plan, context.reader().maxDoc()) : scores(plan);
  }

  private ScorerSupplier constantScores(LeafPlan plan, int maxDoc) {
    return new ConstantScoreScorerSupplier(boost, scoreMode, maxDoc) {
      @Override
      public DocIdSetIterator iterator(long leadCost) throws IOException {
        return plan.search(leadCost).iterator();
      }

      @Override
      public long cost() {
        return plan.cost();
      }
    };
  }

  private ScorerSupplier scores(LeafPlan plan) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return new HammingDistanceScorer(plan.search(leadCost), boost);
      }

      @Override
      public long cost() {
        return plan.cost();
      }
    };
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    return new HammingDistanceExplainer(query, boost).explain(context.reader(), doc);
  }

  /** Postings never change, but doc values can; only those of the field itself are read. */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field());
  }
}
