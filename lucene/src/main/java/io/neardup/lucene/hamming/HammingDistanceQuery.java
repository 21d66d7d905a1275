// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.field.FingerprintField;
import io.neardup.lucene.field.HashSegmentLayout;
import io.neardup.lucene.search.CountedQuery;
import io.neardup.lucene.search.SearchCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Accountable;
import org.apache.lucene.util.RamUsageEstimator;

/**
 * Documents whose fingerprint is within a Hamming distance of any of the query's fingerprints, as
 * indexed by {@link FingerprintField}. Exact at every distance: nothing is missed, nothing is
 * matched in error.
 *
 * <pre class="prettyprint">
 * FingerprintSet one = FingerprintSet.of(0x9f3a5c3b12ff00aaL);
 * Query q = HammingDistanceQuery.of("content_simhash", one, 3);
 * </pre>
 *
 * <p>Each leaf is searched in the cheapest of three ways. A lookup reads the postings of all
 * segments that equal one of the query's, or that differ in few bits beyond distance {@value
 * Fingerprint#MAX_LOOKUP_DISTANCE} ({@link Radii}). The frequencies in the postings rule out most
 * of these candidates ({@link HashSegmentLayout}), and the doc values verify the others. A scan
 * reads all doc values, if distances are large, postings long or documents few. A check reads only
 * the doc values of the documents that another clause of a conjunction leaves, if those are few.
 * {@link #statistics} shows which way was taken and what it cost.
 *
 * <p>The score is the boost times {@link Fingerprint#similarity} at the distance to the nearest
 * fingerprint of the query: 1 for an equal one, 0 for its complement.
 *
 * <p>See {@code docs/design/lookup.md}.
 */
public final class HammingDistanceQuery extends Query implements Accountable, CountedQuery {
  private static final long BASE_RAM_BYTES =
      RamUsageEstimator.shallowSizeOfInstance(HammingDistanceQuery.class)
          + RamUsageEstimator.shallowSizeOfInstance(FingerprintSet.class);

  private final HashSegmentLayout layout;
  private final String field;
  private final FingerprintSet fingerprints;
  private final int maxDistance;

  /** Not part of the query's identity: how it is searched, and where that is recorded. */
  private final MemoryAccount memory;

  private final PlanCosts costs;
  private final SearchCounts statistics = SearchCounts.byDistance();

  /**
   * A query for all documents within a distance of one of the fingerprints.
   *
   * @param maxDistance greatest Hamming distance that matches, 0 to 64
   */
  public static HammingDistanceQuery of(
      String field, FingerprintSet fingerprints, int maxDistance) {
    return of(HashSegmentLayout.FOUR, field, fingerprints, maxDistance, MemoryAccount.unbounded());
  }

  /**
   * The same for a field with another layout.
   *
   * @param layout that the field was indexed with
   * @param memory charged for what searches hold; the caller closes it when they have ended
   */
  public static HammingDistanceQuery of(
      HashSegmentLayout layout,
      String field,
      FingerprintSet fingerprints,
      int maxDistance,
      MemoryAccount memory) {
    return new HammingDistanceQuery(
        layout, field, fingerprints, maxDistance, memory, PlanCosts.MEASURED);
  }

  /** For tests, which may choose the costs. */
  HammingDistanceQuery(
      HashSegmentLayout layout,
      String field,
      FingerprintSet fingerprints,
      int maxDistance,
      MemoryAccount memory,
      PlanCosts costs) {
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and "
              + Fingerprint.BITS
              + ", got ["
              + maxDistance
              + "]");
    }
    this.layout = Objects.requireNonNull(layout);
    this.field = Objects.requireNonNull(field);
    this.fingerprints = Objects.requireNonNull(fingerprints);
    this.maxDistance = maxDistance;
    this.memory = Objects.requireNonNull(memory);
    this.costs = Objects.requireNonNull(costs);
  }

  /** The layout it is searched by. */
  public HashSegmentLayout layout() {
    return layout;
  }

  /** The field searched. */
  public String field() {
    return field;
  }

  /** The fingerprints searched for. */
  public FingerprintSet fingerprints() {
    return fingerprints;
  }

  /** The greatest distance that matches. */
  public int maxDistance() {
    return maxDistance;
  }

  @Override
  public SearchCounts statistics() {
    return statistics;
  }

  MemoryAccount memory() {
    return memory;
  }

  PlanCosts costs() {
    return costs;
  }

  /** Whether every leaf is scanned, because nothing can be looked up. */
  public boolean scansAlways() {
    return Probes.possible(this) == false;
  }

  /** Whether every match shares a segment with a fingerprint of the query. */
  boolean matchesShareSegment() {
    return maxDistance <= Fingerprint.MAX_LOOKUP_DISTANCE;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    return fingerprints.size() == 0
        ? new MatchNoDocsQuery("no fingerprint to be near to in [" + field + "]")
        : this;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
    return new HammingDistanceWeight(this, scoreMode, boost, searcher.getTaskExecutor());
  }

  /**
   * Up to the lookup distance, reports the terms of which a match has at least one. From them, the
   * percolator finds this query as a candidate by the segments of a document. It still verifies the
   * doc value, because it trusts terms only from Lucene's own term queries. So the terms are
   * reported as those of this query, never of a TermQuery, and to a SHOULD visitor: a visitor of a
   * conjunction would require all of them. They are reported in one call, because Lucene counts
   * each call as one of the 1,024 clauses that a search may have.
   */
  @Override
  public void visit(QueryVisitor visitor) {
    if (matchesShareSegment() == false) {
      if (visitor.acceptField(field)) {
        visitor.visitLeaf(this);
      }
      return;
    }
    QueryVisitor any = visitor.getSubVisitor(Occur.SHOULD, this);
    List<Term> terms = new ArrayList<>();
    for (int s = 0; s < layout.segments(); s++) {
      if (any.acceptField(layout.field(field, s))) {
        terms.addAll(HashSegmentTerms.of(layout, field, s, fingerprints));
      }
    }
    if (terms.isEmpty() == false) {
      any.consumeTerms(this, terms.toArray(Term[]::new));
    }
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && layout == ((HammingDistanceQuery) other).layout
        && field.equals(((HammingDistanceQuery) other).field)
        && fingerprints.equals(((HammingDistanceQuery) other).fingerprints)
        && maxDistance == ((HammingDistanceQuery) other).maxDistance;
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), layout, field, fingerprints, maxDistance);
  }

  @Override
  public String toString(String defaultField) {
    return (field.equals(defaultField) ? "" : field + ":") + fingerprints + "~" + maxDistance;
  }

  @Override
  public long ramBytesUsed() {
    return BASE_RAM_BYTES + RamUsageEstimator.sizeOf(field) + fingerprints.ramBytesUsed();
  }
}
