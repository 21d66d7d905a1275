// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import static io.neardup.lucene.search.SearchCounts.Count.LEAVES_LOOKED_UP;

import io.neardup.lucene.search.CountedQuery;
import io.neardup.lucene.search.LateFailure;
import io.neardup.lucene.search.LeafMemories;
import io.neardup.lucene.search.LeafMemory;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Documents that match any of some {@link MinHashQuery}s of a field. If no scores are needed, as
 * when the documents of a bulk ask what they are copies of, all their bands are looked up in one
 * walk through a leaf's terms, and each document found is read once. It is a disjunction of them
 * otherwise, and in leaves that have no such bands or too many documents in them.
 */
public final class MinHashUnionQuery extends Query implements Accountable, CountedQuery {
  private final List<MinHashQuery> queries;
  private final DisjunctionMaxQuery disjunction;
  private final SearchCounts statistics = SearchCounts.bySimilarity();

  /**
   * @param queries that differ in their signatures only, at least one
   */
  public MinHashUnionQuery(List<MinHashQuery> queries) {
    this.queries = List.copyOf(queries);
    this.disjunction = new DisjunctionMaxQuery(this.queries, 0);
  }

  @Override
  public SearchCounts statistics() {
    return statistics;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return scoreMode.needsScores()
        ? disjunction.createWeight(searcher, scoreMode, boost)
        : new UnionWeight(searcher, scoreMode, boost);
  }

  private final class UnionWeight extends Weight {
    private final IndexSearcher searcher;
    private final ScoreMode scoreMode;
    private final float boost;
    private final MinHashQuery first = queries.get(0);
    private final UnionProbes probes = new UnionProbes(queries);
    private final LeafMemories leaves = new LeafMemories(first.memory());

    /** Made when it is needed: it has as many parts as there are queries. */
    private Weight each;

    UnionWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      super(MinHashUnionQuery.this);
      this.searcher = searcher;
      this.scoreMode = scoreMode;
      this.boost = boost;
    }

    private synchronized Weight each() throws IOException {
      if (each == null) {
        each = disjunction.createWeight(searcher, scoreMode, boost);
      }
      return each;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
      return LateFailure.supplier(() -> supplier(context));
    }

    private ScorerSupplier supplier(LeafReaderContext context) throws IOException {
      LeafReader reader = context.reader();
      if (SignatureDocValues.of(reader, first.field()) == null) {
        return null;
      }
      LeafMemory memory = leaves.next();
      UnionCandidates found =
          probes.lookUp(reader) ? new UnionCandidates(reader, probes, memory, statistics) : null;
      if (found == null || found.find() == false) {
        return each().scorerSupplier(context);
      }
      statistics.add(LEAVES_LOOKED_UP, 1);
      return found.count() == 0 ? null : supplier(found, reader);
    }

    private ScorerSupplier supplier(UnionCandidates found, LeafReader reader) {
      return new ScorerSupplier() {
        @Override
        public Scorer get(long leadCost) throws IOException {
          return LateFailure.scorer(
              () -> new ConstantScoreScorer(boost, scoreMode, found.matching(reader, queries)));
        }

        @Override
        public long cost() {
          return found.count();
        }
      };
    }

    @Override
    public Explanation explain(LeafReaderContext context, int doc) throws IOException {
      return each().explain(context, doc);
    }

    /** Postings never change, doc values can. */
    @Override
    public boolean isCacheable(LeafReaderContext context) {
      return DocValues.isCacheable(context, first.field(), MinHashField.tailField(first.field()));
    }
  }

  /** Tells caches that this is no small query. */
  @Override
  public long ramBytesUsed() {
    return (long) RamUsageEstimator.QUERY_DEFAULT_RAM_BYTES_USED * queries.size();
  }

  @Override
  public void visit(QueryVisitor visitor) {
    disjunction.visit(visitor);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && disjunction.equals(((MinHashUnionQuery) other).disjunction);
  }

  @Override
  public int hashCode() {
    return 31 * classHash() + disjunction.hashCode();
  }

  @Override
  public String toString(String field) {
    return disjunction.toString(field);
  }
}
