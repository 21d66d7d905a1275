// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;

/**
 * How one leaf is searched: by looking up candidates in the postings of the segments, or by reading
 * the doc values of all documents that come along. For one scorer.
 */
final class LeafPlan {
  /**
   * How many postings a lookup reads in the time of one random read of a doc value: the penalty of
   * Lucene's IndexOrDocValuesQuery.
   */
  private static final int POSTINGS_PER_READ_SHIFT = 3;

  private final HammingDistanceQuery query;
  private final FingerprintValues values;

  /** Null where a lookup is impossible or costs no less than a scan. */
  private final Candidates candidates;

  private LeafPlan(HammingDistanceQuery query, FingerprintValues values, Candidates candidates) {
    this.query = query;
    this.values = values;
    this.candidates = candidates;
  }

  /**
   * Plans the search of a leaf, or answers null if nothing in it can match.
   *
   * @param segments the terms to look up, or null if matches need not share a segment
   */
  static LeafPlan of(HammingDistanceQuery query, SegmentTerms segments, LeafReader reader)
      throws IOException {
    FingerprintValues values = FingerprintValues.of(reader, query.field());
    if (values == null) {
      return null;
    }
    Candidates candidates =
        segments == null ? null : Candidates.of(reader, segments, query.maxDistance());
    if (candidates != null && candidates.cost() == 0) {
      return null;
    }
    boolean lookUp = candidates != null && candidates.cost() < values.iterator().cost();
    return new LeafPlan(query, values, lookUp ? candidates : null);
  }

  /** Number of documents to check at most. */
  long cost() {
    return candidates != null ? candidates.cost() : values.iterator().cost();
  }

  /**
   * The check of all documents that may match.
   *
   * @param leadCost number of documents that come along; if they are far fewer than the candidates,
   *     reading their doc values is cheaper than moving the postings to them
   */
  DistanceCheck check(long leadCost) throws IOException {
    return candidates == null || leadCost < candidates.cost() >>> POSTINGS_PER_READ_SHIFT
        ? DistanceCheck.ofAll(values, query)
        : DistanceCheck.of(candidates.iterator(leadCost), values, query);
  }
}
