// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/** Matches documents of one reader by their numbers. */
final class ShardDocsQuery extends Query {
  private final ShardDocs docs;

  ShardDocsQuery(ShardDocs docs) {
    this.docs = Objects.requireNonNull(docs);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) {
        return ConstantScoreScorerSupplier.fromIterator(
            docs.in(context.docBase, context.reader().maxDoc()),
            score(),
            scoreMode,
            context.reader().maxDoc());
      }

      // Numbers are those of one reader.
      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return ShardDocsQueryBuilder.NAME;
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && docs.equals(((ShardDocsQuery) other).docs);
  }

  @Override
  public int hashCode() {
    return classHash() + docs.hashCode();
  }
}
