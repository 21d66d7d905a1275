// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Weights;

/**
 * How well the fingerprints of one set of features with one kind of weights do on one sample.
 *
 * @param simHash by Hamming distance; the bucket is the distance
 * @param others what else was measured
 */
record Measurement(
    Sample sample, FeatureSet features, Weights weights, Curve simHash, Others others) {

  /**
   * What else can be made of the same features.
   *
   * @param jaccard by their exact index, weighted, see {@link Confirmation#similarity}; null if
   *     left out
   * @param hash4j by the distance of hash4j's SimHash; null if left out, and for weights that it
   *     knows nothing of
   */
  record Others(Curve jaccard, Curve hash4j) {}

  Curve.Point best() {
    return simHash.best(simHash.buckets());
  }
}
