// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.FingerprintSet;
import io.neardup.query.NearDupQueryBuilder;

/**
 * One distance at which questions are asked.
 *
 * @param needed with fewer near-duplicates than that, a question will be asked again, farther away
 */
record Round(NearDupRequest request, int maxDistance, int needed) {
  NearDupQueryBuilder query(FingerprintSet fingerprints) {
    return new NearDupQueryBuilder(request.field(), fingerprints, maxDistance);
  }

  /** Whether so many near-duplicates are an answer. */
  boolean isAnswer(long total) {
    return total >= needed;
  }
}
