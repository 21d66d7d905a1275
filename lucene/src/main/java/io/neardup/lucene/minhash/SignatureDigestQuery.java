// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.MinHashSignature;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorerSupplier;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.util.BytesRef;

/**
 * Documents whose signature has one of some digests. Digests are not indexed: each signature is
 * read and hashed, of those that the rest of a conjunction leaves.
 */
public final class SignatureDigestQuery extends Query {
  /** To hash a signature, in what it takes to step over a document. */
  private static final float COST = 20;

  private final String field;
  private final long[] digests;

  /**
   * @param digests in ascending order
   */
  public SignatureDigestQuery(String field, long... digests) {
    this.field = field;
    this.digests = digests.clone();
  }

  @Override
  public ConstantScoreWeight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
        BinaryDocValues signatures = SignatureDocValues.of(context.reader(), field);
        return signatures == null
            ? null
            : ConstantScoreScorerSupplier.fromIterator(
                TwoPhaseIterator.asDocIdSetIterator(matching(signatures)),
                score(),
                mode,
                context.reader().maxDoc());
      }

      @Override
      public boolean isCacheable(LeafReaderContext context) {
        return true;
      }
    };
  }

  private TwoPhaseIterator matching(BinaryDocValues signatures) {
    return new TwoPhaseIterator(signatures) {
      @Override
      public boolean matches() throws IOException {
        BytesRef bytes = signatures.binaryValue();
        long digest = MinHashSignature.of(bytes.bytes, bytes.offset, bytes.length).digest();
        return Arrays.binarySearch(digests, digest) >= 0;
      }

      @Override
      public float matchCost() {
        return COST;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String defaultField) {
    return field + ":" + digests.length + " digests";
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((SignatureDigestQuery) other).field)
        && Arrays.equals(digests, ((SignatureDigestQuery) other).digests);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * classHash() + field.hashCode()) + Arrays.hashCode(digests);
  }
}
