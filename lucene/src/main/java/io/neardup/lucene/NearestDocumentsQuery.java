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
        Documents documents = new Documents(context);
        return documents.from == documents.to
            ? null
            : new DefaultScorerSupplier(new DocumentScorer(documents, boost));
      }

      @Override
      public int count(LeafReaderContext context) {
        Documents documents = new Documents(context);
        return context.reader().hasDeletions() ? -1 : documents.to - documents.from;
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

  /** Those of one leaf. */
  private final class Documents extends DocIdSetIterator {
    private final int docBase;
    private final int from;
    private final int to;
    private int at;

    Documents(LeafReaderContext leaf) {
      docBase = leaf.docBase;
      from = firstAtLeast(0, docBase);
      to = firstAtLeast(from, docBase + leaf.reader().maxDoc());
      at = from - 1;
    }

    private int firstAtLeast(int start, int doc) {
      int found = Arrays.binarySearch(docs, start, docs.length, doc);
      return found < 0 ? -1 - found : found;
    }

    @Override
    public int docID() {
      if (at < from) {
        return -1;
      }
      return at < to ? docs[at] - docBase : NO_MORE_DOCS;
    }

    @Override
    public int nextDoc() {
      at = Math.min(at + 1, to);
      return docID();
    }

    @Override
    public int advance(int target) {
      at = target == NO_MORE_DOCS ? to : Math.min(firstAtLeast(at + 1, docBase + target), to);
      return docID();
    }

    @Override
    public long cost() {
      return (long) to - from;
    }

    int distance() {
      return distances[at];
    }
  }

  private static final class DocumentScorer extends Scorer {
    private final Documents documents;
    private final float boost;

    DocumentScorer(Documents documents, float boost) {
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
      return HammingDistanceScorer.score(boost, documents.distance());
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
