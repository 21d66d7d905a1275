// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;

/**
 * Matches the documents of one reader that were found to be the nearest: the result of rewriting a
 * {@link NearestFingerprintsQuery}.
 */
final class NearestDocumentsQuery extends Query {
  /** The query by which they were found. */
  private final Query near;

  private final Object readerId;

  /** Numbers in the top-level reader, ascending. */
  private final int[] docs;

  /** The distances of the same documents. */
  private final int[] distances;

  private NearestDocumentsQuery(Query near, Object readerId, int[] docs, int[] distances) {
    this.near = near;
    this.readerId = readerId;
    this.docs = docs;
    this.distances = distances;
  }

  /**
   * @param documents as {@link NearestPerFingerprint} reports them
   */
  static NearestDocumentsQuery of(IndexReader reader, Query near, long[] documents) {
    long[] byNumber =
        Arrays.stream(documents)
            .map(
                document ->
                    (long) NearestPerFingerprint.doc(document) << Integer.SIZE
                        | NearestPerFingerprint.distance(document))
            .sorted()
            .toArray();
    return new NearestDocumentsQuery(
        near,
        reader.getContext().id(),
        Arrays.stream(byNumber).mapToInt(number -> (int) (number >>> Integer.SIZE)).toArray(),
        Arrays.stream(byNumber).mapToInt(number -> (int) number).toArray());
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    if (searcher.getIndexReader().getContext().id().equals(readerId) == false) {
      throw new IllegalStateException("the nearest documents of another reader");
    }
    Weight explaining = near.createWeight(searcher, scoreMode, boost);
    return new Weight(this) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) {
        LeafDocs documents = in(context);
        return documents.size() == 0
            ? null
            : new DefaultScorerSupplier(new DocumentScorer(documents, boost));
      }

      @Override
      public int count(LeafReaderContext context) {
        return context.reader().hasDeletions() ? -1 : in(context).size();
      }

      @Override
      public Explanation explain(LeafReaderContext context, int doc) throws IOException {
        if (Arrays.binarySearch(docs, context.docBase + doc) < 0) {
          return Explanation.noMatch("not among the " + docs.length + " nearest");
        }
        Explanation distance = explaining.explain(context, doc);
        return Explanation.match(
            distance.getValue(), "among the " + docs.length + " nearest:", distance);
      }

      // Of one reader, and nothing to win.
      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return false;
      }
    };
  }

  private LeafDocs in(LeafReaderContext leaf) {
    return new LeafDocs(docs, leaf.docBase, leaf.reader().maxDoc());
  }

  private final class DocumentScorer extends Scorer {
    private final LeafDocs documents;
    private final float boost;

    DocumentScorer(LeafDocs documents, float boost) {
      this.documents = documents;
      this.boost = boost;
    }

    @Override
    public int docID() {
      return documents.docID();
    }

    @Override
    public DocIdSetIterator iterator() {
      return documents;
    }

    @Override
    public float score() {
      return HammingDistanceScorer.score(boost, distances[documents.place()]);
    }

    @Override
    public float getMaxScore(int upTo) {
      return HammingDistanceScorer.score(boost, 0);
    }
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && readerId.equals(((NearestDocumentsQuery) other).readerId)
        && near.equals(((NearestDocumentsQuery) other).near)
        && Arrays.equals(docs, ((NearestDocumentsQuery) other).docs);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), readerId, near, Arrays.hashCode(docs));
  }

  @Override
  public String toString(String field) {
    return "the " + docs.length + " nearest of " + near.toString(field);
  }
}
