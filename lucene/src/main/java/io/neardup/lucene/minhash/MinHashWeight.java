// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_LOOKED_UP;
import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_SCANNED;
import static io.neardup.lucene.search.SearchCounts.Count.PROBES;

import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.ExitableReaders;
import io.neardup.lucene.search.LateFailure;
import io.neardup.lucene.search.LeafMemories;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.PartScorer;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** A {@link MinHashQuery} against one searcher: looks up or scans leaf by leaf. */
final class MinHashWeight extends Weight {
  private final MinHashQuery query;
  private final ScoreMode scoreMode;
  private final float boost;
  private final BandProbes probes;

  private final LeafMemories leaves;

  MinHashWeight(MinHashQuery query, ScoreMode scoreMode, float boost) {
    super(query);
    this.query = query;
    this.leaves = new LeafMemories(query.memory());
    this.scoreMode = scoreMode;
    this.boost = boost;
    this.probes = new BandProbes(query);
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    return LateFailure.supplier(() -> supplier(context));
  }

  private ScorerSupplier supplier(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    BinaryDocValues signatures = SignatureDocValues.of(reader, query.field());
    if (signatures == null) {
      return null;
    }
    CancellationCheck cancellation =
        new CancellationCheck(reader, MinHashField.bandsField(query.field()));
    if (probes.lookUp(reader) == false) {
      SignatureCheck scan = SignatureCheck.ofAll(query, signatures, cancellation);
      query.statistics().add(LEAVES_SCANNED, 1);
      return supplier(signatures.cost(), () -> scan);
    }
    LeafReader unchecked = ExitableReaders.withoutClock(reader);
    BandPostings postings = BandPostings.of(unchecked, probes, cancellation);
    if (postings == null) {
      return null;
    }
    LeafMemory memory = leaves.next();
    query.statistics().add(LEAVES_LOOKED_UP, 1);
    query.statistics().add(PROBES, postings.bands());
    return supplier(
        postings.cost(),
        () ->
            SignatureCheck.of(
                query,
                postings.candidates(
                    memory, reader.maxDoc(), new TailCheck(unchecked, query), query.statistics()),
                signatures,
                cancellation));
  }

  /**
   * @param checks makes what is to be checked when it is needed
   */
  private ScorerSupplier supplier(long cost, LateFailure.Plan<SignatureCheck> checks) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        return LateFailure.scorer(() -> scorer(checks.make()));
      }

      @Override
      public long cost() {
        return cost;
      }
    };
  }

  private Scorer scorer(SignatureCheck check) {
    return scoreMode.needsScores()
        ? new PartScorer(check, check::similarity, boost)
        : new ConstantScoreScorer(boost, scoreMode, (TwoPhaseIterator) check);
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    return new MinHashExplainer(query, probes, boost).explain(context.reader(), doc);
  }

  /** Postings never change, doc values can. */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return DocValues.isCacheable(context, query.field(), MinHashField.tailField(query.field()));
  }
}
