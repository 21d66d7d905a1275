// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import java.util.Locale;

/** By what candidates are confirmed: the similarity of two texts, 0 to 1. */
enum Measure {
  /** Jaccard similarity of the features, whatever they weigh. */
  JACCARD,
  /** How much of the smaller set of features is in the larger one. */
  CONTAINMENT,
  /** Jaccard similarity as two MinHash signatures have it. */
  SIGNATURE,
  /** Insertions and deletions of tokens; of characters where there are no tokens. */
  EDIT,
  /** Insertions, deletions and replacements of characters: Levenshtein's, for short texts. */
  LEVENSHTEIN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
