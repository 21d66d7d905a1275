// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import static org.junit.Assert.assertThrows;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.Test;

public class LateFailureTests {
  /** Fails to plan the last leaf, and finds nothing in the others. */
  private static final class Failing extends Query {
    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
      int last = searcher.getIndexReader().leaves().size() - 1;
      return new ConstantScoreWeight(this, boost) {
        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
          return context.ord < last
              ? null
              : LateFailure.supplier(
                  () -> {
                    throw new IllegalStateException("planned for too long");
                  });
        }

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
    public boolean equals(Object other) {
      return sameClassAs(other);
    }

    @Override
    public int hashCode() {
      return classHash();
    }

    @Override
    public String toString(String field) {
      return "failing";
    }
  }

  /** Where hits are good already, others are passed over: what fails is not. */
  @Test
  public void isNeverPassedOver() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int leaf = 0; leaf < 3; leaf++) {
          for (int i = 0; i < 1_000; i++) {
            Document document = new Document();
            document.add(new StringField("a", leaf == 2 ? "rare" : "often", Store.NO));
            document.add(new StringField("b", "" + i % 3, Store.NO));
            writer.addDocument(document);
          }
          writer.commit();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        any.add(new TermQuery(new Term("a", "often")), Occur.SHOULD);
        any.add(new TermQuery(new Term("b", "1")), Occur.SHOULD);
        any.add(new Failing(), Occur.SHOULD);
        assertFails(searcher, any.build());
        BooleanQuery.Builder both = new BooleanQuery.Builder();
        both.add(new TermQuery(new Term("b", "1")), Occur.MUST);
        both.add(new Failing(), Occur.SHOULD);
        assertFails(searcher, both.build());
      }
    }
  }

  private static void assertFails(IndexSearcher searcher, Query query) {
    assertThrows(IllegalStateException.class, () -> searcher.search(query, 1));
  }
}
