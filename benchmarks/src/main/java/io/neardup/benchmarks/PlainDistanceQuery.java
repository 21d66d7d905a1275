// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.field.FingerprintField;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/**
 * A Hamming query built from existing parts: a filter of four terms if that suffices, and a
 * comparison of doc values like in a script, but compiled.
 */
final class PlainDistanceQuery extends Query {
  private final String field;
  private final long fingerprint;
  private final int maxDistance;

  PlainDistanceQuery(String field, long fingerprint, int maxDistance) {
    this.field = field;
    this.fingerprint = fingerprint;
    this.maxDistance = maxDistance;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    Weight candidates =
        searcher.createWeight(searcher.rewrite(candidates()), ScoreMode.COMPLETE_NO_SCORES, 1);
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        ScorerSupplier supplier = candidates.scorerSupplier(context);
        if (supplier == null) {
          return null;
        }
        DocIdSetIterator documents = supplier.get(Long.MAX_VALUE).iterator();
        TwoPhaseIterator check =
            check(documents, DocValues.getSortedNumeric(context.reader(), field));
        return ConstantScoreScorerSupplier.fromIterator(
            TwoPhaseIterator.asDocIdSetIterator(check),
            boost,
            scoreMode,
            context.reader().maxDoc());
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false;
      }
    };
  }

  private Query candidates() {
    if (maxDistance > Fingerprint.MAX_LOOKUP_DISTANCE) {
      return MatchAllDocsQuery.INSTANCE;
    }
    BooleanQuery.Builder terms = new BooleanQuery.Builder();
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      Term term =
          new Term(FingerprintField.segmentField(field, s), Fingerprint.segmentHex(fingerprint, s));
      terms.add(new TermQuery(term), Occur.SHOULD);
    }
    return terms.build();
  }

  private TwoPhaseIterator check(DocIdSetIterator documents, SortedNumericDocValues values) {
    return new TwoPhaseIterator(documents) {
      @Override
      public boolean matches() throws IOException {
        return values.advanceExact(documents.docID())
            && Fingerprint.distance(FingerprintField.fromDocValue(values.nextValue()), fingerprint)
                <= maxDistance;
      }

      @Override
      public float matchCost() {
        return 5;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String defaultField) {
    return field + ":" + Fingerprint.toHex(fingerprint) + "~" + maxDistance;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
