// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import org.opensearch.common.Nullable;

/**
 * What the features of a text, and their hashes, depend on: readers of equal recipes make the same
 * of the same text. Weights are no part of it.
 *
 * @param analyzer name of a registered analyzer; null for features that are cut without one
 * @param folding what happens to characters first
 */
record FeatureRecipe(
    @Nullable String analyzer, FeatureKind kind, int size, HashFunction hash, Folding folding) {

  static FeatureRecipe of(@Nullable String analyzer, FeatureOptions options, Folding folding) {
    return new FeatureRecipe(analyzer, options.kind(), options.size(), options.hash(), folding);
  }
}
