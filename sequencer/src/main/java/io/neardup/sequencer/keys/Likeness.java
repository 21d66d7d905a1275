// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.Similarity;
import io.neardup.fingerprint.minhash.NumbersRule;
import java.util.Objects;

/**
 * How similar the MinHash signatures of two documents must be for them to match.
 *
 * @param field of the signature in a document
 * @param similarity the minimum Jaccard similarity, exact or estimated
 * @param numbers which numbers of the two texts may differ
 * @param recall of searches in the window and in the index; with 1 all signatures are compared
 */
public record Likeness(String field, double similarity, NumbersRule numbers, double recall) {
  /** Checks the bounds. */
  public Likeness {
    Similarity.check(similarity);
    Objects.requireNonNull(numbers);
    if ((recall > 0 && recall <= 1) == false) {
      throw new IllegalArgumentException(
          "[recall] must be greater than 0 and at most 1, got [" + recall + "]");
    }
  }
}
