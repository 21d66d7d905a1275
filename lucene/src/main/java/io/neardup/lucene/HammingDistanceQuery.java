// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** Documents whose fingerprint is within a Hamming distance of any of the query's fingerprints. */
public final class HammingDistanceQuery extends Query {
  private final String field;
  private final FingerprintSet fingerprints;
  private final int maxDistance;

  /**
   * @param maxDistance greatest Hamming distance that matches, 0 to 64
   */
  public HammingDistanceQuery(String field, FingerprintSet fingerprints, int maxDistance) {
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and "
              + Fingerprint.BITS
              + ", got ["
              + maxDistance
              + "]");
    }
    this.field = Objects.requireNonNull(field);
    this.fingerprints = Objects.requireNonNull(fingerprints);
    this.maxDistance = maxDistance;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        SortedNumericDocValues values = DocValues.getSortedNumeric(context.reader(), field);
        TwoPhaseIterator matches =
            new TwoPhaseIterator(values) {
              @Override
              public boolean matches() throws IOException {
                long fingerprint = FingerprintField.fromDocValue(values.nextValue());
                return fingerprints.distance(fingerprint, maxDistance) != FingerprintSet.TOO_FAR;
              }

              @Override
              public float matchCost() {
                return fingerprints.size();
              }
            };
        return ConstantScoreScorerSupplier.fromIterator(
            TwoPhaseIterator.asDocIdSetIterator(matches),
            score(),
            scoreMode,
            context.reader().maxDoc());
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return DocValues.isCacheable(context, field);
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    if (visitor.acceptField(field)) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((HammingDistanceQuery) other).field)
        && fingerprints.equals(((HammingDistanceQuery) other).fingerprints)
        && maxDistance == ((HammingDistanceQuery) other).maxDistance;
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, fingerprints, maxDistance);
  }

  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":") + fingerprints + "~" + maxDistance;
  }
}
