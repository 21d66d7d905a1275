// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.lucene.search.CountedQuery;
import io.neardup.lucene.search.LateFailure;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Documents that share a passage with a question, as indexed by {@link PassagesField}: all of them,
 * and some that share a shorter one, since only hashes are compared. A hash that more than a
 * certain number of documents have finds none by itself, so that boilerplate costs no more than it.
 *
 * <p>The score is the boost times the part of the question, or of the document, that passages can
 * cover at most: never less than what they do cover.
 */
public final class PassagesQuery extends Query implements Accountable, CountedQuery {
  private final String field;
  private final QuestionWindows question;
  private final Bounds bounds;

  /** Not part of what the query is, like the statistics. */
  private final MemoryAccount memory;

  private final SearchCounts statistics = SearchCounts.bySimilarity();

  /**
   * What counts.
   *
   * @param minWords tokens of the shortest passage
   * @param coverage the least part covered; 0 for any
   * @param side of what
   * @param maxDocCount how many documents may have a passage that is no boilerplate
   */
  public record Bounds(int minWords, double coverage, CoveredSide side, int maxDocCount) {}

  /**
   * @param memory what searches hold is taken from; to be closed when they have ended
   */
  public PassagesQuery(
      String field, QuestionWindows question, Bounds bounds, MemoryAccount memory) {
    this.field = Objects.requireNonNull(field);
    this.question = Objects.requireNonNull(question);
    this.bounds = Objects.requireNonNull(bounds);
    this.memory = Objects.requireNonNull(memory);
  }

  /** The field searched. */
  public String field() {
    return field;
  }

  QuestionWindows question() {
    return question;
  }

  Bounds bounds() {
    return bounds;
  }

  MemoryAccount memory() {
    return memory;
  }

  @Override
  public SearchCounts statistics() {
    return statistics;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return LateFailure.weight(this, () -> weight(searcher.getIndexReader(), scoreMode, boost));
  }

  private Weight weight(IndexReader reader, ScoreMode scoreMode, float boost) throws IOException {
    boolean ofQuestion = bounds.side() == CoveredSide.QUESTION;
    FoundHashes found =
        ofQuestion
            ? FoundHashes.of(reader, field, question, bounds.minWords(), bounds.coverage())
            : FoundHashes.of(reader, field, question);
    BitSet common = CommonHashes.of(reader, field, question, found, bounds.maxDocCount());
    BitSet spared =
        ofQuestion
            ? question.spared(found.documents(), common, bounds.minWords(), bounds.coverage())
            : common;
    return new PassagesWeight(this, found, common, spared, scoreMode, boost);
  }

  /** Tells caches that this is no small query. */
  @Override
  public long ramBytesUsed() {
    return RamUsageEstimator.QUERY_DEFAULT_RAM_BYTES_USED + question.ramBytesUsed();
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
        && field.equals(((PassagesQuery) other).field)
        && question.equals(((PassagesQuery) other).question)
        && bounds.equals(((PassagesQuery) other).bounds);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), field, question, bounds);
  }

  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":")
        + "passages of "
        + question.tokens()
        + " words "
        + bounds;
  }
}
