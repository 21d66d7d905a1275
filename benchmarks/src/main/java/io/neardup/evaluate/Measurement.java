// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

/**
 * How well one set of features with one kind of weights does on one sample.
 *
 * @param simHash by Hamming distance; the bucket is the distance
 * @param jaccard by the exact index of the same weighted features; see {@link Evaluator#similarity}
 * @param hash4j by the distance of hash4j's SimHash of the same features; null for weights that it
 *     knows nothing of
 */
record Measurement(
    Sample sample,
    FeatureSet features,
    Weights weights,
    Curve simHash,
    Curve jaccard,
    Curve hash4j) {}
