// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.Candidates;
import io.neardup.evaluate.candidates.PairSet;
import io.neardup.evaluate.features.Document;
import java.util.Arrays;
import java.util.List;

/**
 * Documents and which of them are near-duplicates; all other pairs are none.
 *
 * @param name for headings and files
 */
record Sample(String name, List<Document> documents, PairSet pairs) {
  /** What is found at each distance up to a greatest one. */
  Curve curve(Candidates candidates, int maxDistance) {
    long[] all =
        PairSet.countRows(
            documents.size(),
            maxDistance + 1,
            (left, counts) -> {
              for (int right : candidates.behind(left)) {
                counts[candidates.distance(left, right)]++;
              }
            });
    // One bucket more for those that are not found.
    long[] right =
        pairs.count(
            maxDistance + 2,
            (left, other) -> {
              int distance = candidates.distance(left, other);
              return distance == Candidates.NOT_FOUND ? maxDistance + 1 : distance;
            });
    return new Curve(all, Arrays.copyOf(right, maxDistance + 1), pairs.size());
  }
}
