// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.DOC_VALUES_READ;
import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.FingerprintValues;
import io.neardup.lucene.search.CancellationCheck;
import io.neardup.lucene.search.SearchCounts;
import java.io.IOException;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * Checks the doc values of the documents that another clause found, one by one, and remembers the
 * distance of the last match.
 */
final class DistanceCheck extends TwoPhaseIterator {
  /** Decoding a doc value, plus the exclusive or, the bit count and the comparison. */
  private static final float READ_COST = 5;

  private final FingerprintValues values;
  private final HammingDistanceQuery query;
  private final SearchCounts statistics;
  private final CancellationCheck cancellation;
  private int distance = FingerprintSet.TOO_FAR;

  DistanceCheck(
      FingerprintValues values,
      HammingDistanceQuery query,
      SearchCounts statistics,
      CancellationCheck cancellation) {
    super(values.iterator());
    this.values = values;
    this.query = query;
    this.statistics = statistics;
    this.cancellation = cancellation;
  }

  @Override
  public boolean matches() throws IOException {
    int count = values.count();
    statistics.add(DOC_VALUES_READ, count);
    cancellation.worked((long) count * query.fingerprints().size());
    distance = values.nearest(query.fingerprints(), query.maxDistance());
    if (distance == FingerprintSet.TOO_FAR) {
      return false;
    }
    statistics.add(MATCHES, 1);
    return true;
  }

  /** Distance of the last match to the nearest fingerprint of the query. */
  int distance() {
    return distance;
  }

  @Override
  public float matchCost() {
    return (float) (READ_COST + query.fingerprints().comparisons(query.maxDistance()));
  }
}
