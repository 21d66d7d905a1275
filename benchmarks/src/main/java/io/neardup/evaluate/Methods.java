// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.candidates.BandSearch;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.fingerprint.features.HashFunction;
import java.util.List;
import java.util.Set;

/**
 * What is measured of every feature set.
 *
 * @param maxDistance of the curves of fingerprints
 * @param skipped what is left out because it takes long
 * @param within the distances of candidates that are confirmed
 * @param maxCandidates more a document, on average, are counted but not confirmed
 * @param measures by which they are
 * @param confirming the features for that, or null for those of the candidates
 * @param bands the searches by signature, confirmed by the same measures
 */
record Methods(
    HashFunction hash,
    int maxDistance,
    Set<Skip> skipped,
    List<Integer> within,
    int maxCandidates,
    List<Measure> measures,
    FeatureSet confirming,
    List<BandSearch> bands) {
  /** Distances beyond are nearer to unrelated texts (32 on average) than to copies. */
  static final int MAX_DISTANCE = 32;

  /** What can be left out. */
  enum Skip {
    /** The exact similarity of every two documents. */
    JACCARD,
    /** The fingerprints of another library. */
    HASH4J,
    /** Candidates by distance that are confirmed. */
    CONFIRMED,
    /** Candidates by bands of signatures. */
    MINHASH
  }

  boolean has(Skip part) {
    return skipped.contains(part) == false;
  }
}
