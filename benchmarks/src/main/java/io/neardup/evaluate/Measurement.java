// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

/**
 * How well one set of features with one kind of weights does on one sample.
 *
 * @param simHash by Hamming distance; the bucket is the distance
 * @param others what else was measured, or null
 */
record Measurement(
    Sample sample, FeatureSet features, Weights weights, Curve simHash, Others others) {

  /**
   * What else can be made of the same features.
   *
   * @param jaccard by their exact index, weighted; see {@link Evaluator#similarity}
   * @param hash4j by the distance of hash4j's SimHash; null for weights that it knows nothing of
   */
  record Others(Curve jaccard, Curve hash4j) {}
}
