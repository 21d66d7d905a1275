// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_LOOKED_UP;
import static io.neardup.lucene.search.SearchCounts.Count.PROBES;

import io.neardup.lucene.field.MaskedFields;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.ExitableReaders;
import io.neardup.lucene.search.LeafMemories;
import io.neardup.lucene.search.PartScorer;
import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** A {@link PassagesQuery} against one searcher, leaf by leaf. */
final class PassagesWeight extends Weight {
  private final PassagesQuery query;
  private final FoundHashes found;
  private final BitSet common;
  private final BitSet spared;
  private final ScoreMode scoreMode;
  private final float boost;
  private final LeafMemories leaves;

  /**
   * @param common ordinals of hashes that are no sign of a passage by themselves
   * @param spared those, and others that need not find documents
   */
  PassagesWeight(
      PassagesQuery query,
      FoundHashes found,
      BitSet common,
      BitSet spared,
      ScoreMode scoreMode,
      float boost) {
    super(query);
    this.query = query;
    this.found = found;
    this.common = common;
    this.spared = spared;
    this.scoreMode = scoreMode;
    this.boost = boost;
    this.leaves = new LeafMemories(query.memory());
  }

  /** Null if no document of the leaf shares anything. */
  private CoverageCheck check(LeafReaderContext context) throws IOException {
    LeafReader reader = context.reader();
    NumericDocValues tokens = reader.getNumericDocValues(query.field());
    if (tokens == null) {
      MaskedFields.refuse(reader, query.field(), DocValuesType.NUMERIC, "passages");
      return null;
    }
    if (found.any() == false) {
      return null;
    }
    SharedHashes shared =
        SharedHashes.of(
            ExitableReaders.withoutClock(reader),
            query.field(),
            query.question(),
            found.in(context),
            spared,
            query.bounds().side() == CoveredSide.HIT,
            leaves.next());
    if (shared == null) {
      return null;
    }
    query.statistics().add(LEAVES_LOOKED_UP, 1);
    query.statistics().add(PROBES, shared.size());
    return new CoverageCheck(
        query, shared, common, tokens, new CancellationCheck(reader, query.field()));
  }

  @Override
  public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
    CoverageCheck check = check(context);
    if (check == null) {
      return null;
    }
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) {
        return scoreMode.needsScores()
            ? new PartScorer(check, check::coverage, boost)
            : new ConstantScoreScorer(boost, scoreMode, (TwoPhaseIterator) check);
      }

      @Override
      public long cost() {
        return check.approximation().cost();
      }
    };
  }

  @Override
  public Explanation explain(LeafReaderContext context, int doc) throws IOException {
    CoverageCheck check = check(context);
    if (found.any() == false) {
      return Explanation.noMatch("no document shares enough of the question");
    }
    if (check == null || check.approximation().advance(doc) != doc) {
      return Explanation.noMatch(
          "no passage is shared that at most " + query.bounds().maxDocCount() + " documents have");
    }
    boolean matches = check.matches();
    Explanation[] details = {
      Explanation.match(boost, "boost"),
      Explanation.match(
          check.coverage(), "part of the " + query.bounds().side() + " that passages can cover"),
      Explanation.match(check.hashes(), "hashes shared, of " + query.question().size()),
      Explanation.match(common.cardinality(), "hashes that too many documents have")
    };
    return matches
        ? Explanation.match(
            boost * (float) check.coverage(), query + ", computed as boost * part", details)
        : Explanation.noMatch("what is shared is too short, or covers too little", details);
  }

  /** Which hashes are common depends on all leaves. */
  @Override
  public boolean isCacheable(LeafReaderContext context) {
    return common.isEmpty() && DocValues.isCacheable(context, query.field());
  }
}
