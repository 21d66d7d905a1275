// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.TextsBody;
import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.minhash.Bands;
import java.util.List;

/**
 * How much to return in addition to the signatures, and for which field and lookup.
 *
 * @param showFeatures how many features of a text to return
 * @param bands of the field, from the {@code similarity} and {@code recall} of its mapping
 * @param similarity of the lookup to explain for two texts
 * @param recall of the lookup
 */
public record MinHashDetail(int showFeatures, Bands bands, double similarity, double recall) {
  static final String SIMILARITY = "similarity";
  static final String RECALL = "recall";

  static final String SHOW_FEATURES = "show_features";
  static final String MAPPING = "mapping";
  static final int MAX_FEATURES = 1_000;

  /** As in a mapping that says neither. */
  static final double DEFAULT_SIMILARITY = 0.7;

  static final double DEFAULT_RECALL = 0.95;

  /** The parameters, for messages. */
  static final List<String> PARAMETERS = List.of(SHOW_FEATURES, MAPPING, SIMILARITY, RECALL);

  public MinHashDetail {
    TextsBody.checkBounds(SHOW_FEATURES, showFeatures, MAX_FEATURES);
    Similarity.check(similarity);
    if ((recall > 0 && recall <= 1) == false) {
      throw new IllegalArgumentException(
          "[recall] must be greater than 0 and at most 1 (compares all signatures), got ["
              + recall
              + "]");
    }
  }
}
