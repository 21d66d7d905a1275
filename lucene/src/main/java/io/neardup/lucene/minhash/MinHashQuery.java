// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.search.CountedQuery;
import io.neardup.lucene.search.SearchCounts;
import java.util.Objects;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Documents whose signature, as indexed by {@link MinHashField}, has at least a certain Jaccard
 * similarity to the query's: the estimated one, or the exact one between exact sets. Nothing else
 * is matched, and each of them is found with at least the probability {@code recall}; with recall 1
 * all are.
 *
 * <p>A lookup reads the postings of as many bands, from the first on, as the similarity and recall
 * need, and compares the signatures of what they have, unless their last values rule it out; a
 * match is what has one of these bands, so that a search always finds the same. Costs some 10
 * microseconds and what the postings are long. Recall 1 compares all signatures, as is done in a
 * leaf that does not say which bands it has.
 *
 * <p>The score is the boost times the similarity.
 */
public final class MinHashQuery extends Query implements Accountable, CountedQuery {
  private static final long BASE_RAM_BYTES =
      RamUsageEstimator.shallowSizeOfInstance(MinHashQuery.class) + MinHashSignature.MAX_BYTES;

  private final String field;
  private final Bands bands;
  private final MinHashSignature signature;
  private final double similarity;
  private final double recall;

  /** Not part of what the query is, like the statistics. */
  private final MemoryAccount memory;

  private final SearchCounts statistics = SearchCounts.bySimilarity();

  /**
   * @param bands that the field was indexed with
   * @param similarity the least that matches, greater than 0 and at most 1
   * @param recall greater than 0 and at most 1
   * @param memory what searches hold is taken from; to be closed when they have ended
   */
  public MinHashQuery(
      String field,
      Bands bands,
      MinHashSignature signature,
      double similarity,
      double recall,
      MemoryAccount memory) {
    Similarity.check(similarity);
    if (recall != 1) {
      // Refuses what is out of bounds.
      bands.needed(similarity, recall);
    }
    this.field = Objects.requireNonNull(field);
    this.bands = bands;
    this.signature = Objects.requireNonNull(signature);
    this.similarity = similarity;
    this.recall = recall;
    this.memory = Objects.requireNonNull(memory);
  }

  /** The field searched. */
  public String field() {
    return field;
  }

  /** The bands of the field. */
  public Bands bands() {
    return bands;
  }

  /** The signature searched for. */
  public MinHashSignature signature() {
    return signature;
  }

  /** The least similarity that matches. */
  public double similarity() {
    return similarity;
  }

  /** Whether all signatures are compared. */
  public boolean scansAlways() {
    return recall == 1;
  }

  /** Number of bands that are read: as many as needed, or as there are. */
  public int bandsRead() {
    return scansAlways() ? 0 : bands.read(similarity, recall);
  }

  /**
   * The probability with which documents of the least similarity are found: lower than what was
   * asked for if the field has too few bands.
   */
  public double givenRecall() {
    return scansAlways() ? 1 : bands.recall(similarity, bandsRead());
  }

  @Override
  public SearchCounts statistics() {
    return statistics;
  }

  MemoryAccount memory() {
    return memory;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new MinHashWeight(this, scoreMode, boost);
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
        && field.equals(((MinHashQuery) other).field)
        && bands.equals(((MinHashQuery) other).bands)
        && signature.equals(((MinHashQuery) other).signature)
        && similarity == ((MinHashQuery) other).similarity
        && recall == ((MinHashQuery) other).recall;
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, bands, signature, similarity, recall);
  }

  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":")
        + "minhash~"
        + similarity
        + " recall "
        + recall;
  }

  @Override
  public long ramBytesUsed() {
    return BASE_RAM_BYTES + RamUsageEstimator.sizeOf(field);
  }
}
