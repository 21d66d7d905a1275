// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilterWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Counts how many leaves a query searches by lookup, and how many by reading doc values only. */
final class PlanRecorder extends Query {
  final AtomicInteger lookups = new AtomicInteger();
  final AtomicInteger scans = new AtomicInteger();
  private final HammingDistanceQuery query;

  PlanRecorder(HammingDistanceQuery query) {
    this.query = query;
  }

  /** Whether these candidates are all documents with a doc value. */
  static boolean isScan(DocIdSetIterator candidates) {
    return candidates instanceof NumericDocValues || candidates instanceof SortedNumericDocValues;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new FilterWeight(this, query.createWeight(searcher, scoreMode, boost)) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        ScorerSupplier supplier = in.scorerSupplier(context);
        return supplier == null ? null : recording(supplier);
      }
    };
  }

  private ScorerSupplier recording(ScorerSupplier supplier) {
    return new ScorerSupplier() {
      @Override
      public Scorer get(long leadCost) throws IOException {
        Scorer scorer = supplier.get(leadCost);
        boolean scan = isScan(scorer.twoPhaseIterator().approximation());
        (scan ? scans : lookups).incrementAndGet();
        return scorer;
      }

      @Override
      public long cost() {
        return supplier.cost();
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    query.visit(visitor);
  }

  @Override
  public String toString(String field) {
    return query.toString(field);
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
