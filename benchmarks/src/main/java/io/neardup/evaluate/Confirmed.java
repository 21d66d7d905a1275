// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.features.FeatureSet;

/**
 * What was found by a search that goes wide, and then looks: precision and recall at each
 * similarity that candidates must have.
 *
 * @param sample what was searched
 * @param features of which the candidates were found
 * @param search how they were found
 * @param by what confirmed them
 * @param candidates all of them, before any is confirmed
 * @param curve by similarity, see {@link Confirmation#similarity}; null if there are so many
 *     candidates that they were not confirmed
 */
record Confirmed(
    Sample sample,
    FeatureSet features,
    Search search,
    ConfirmedBy by,
    Curve.Point candidates,
    Curve curve) {
  /**
   * How candidates are found.
   *
   * @param weights of the features, or empty where they have none
   * @param candidates for the heading of a row or table
   * @param promised the recall that it promises, or NaN
   */
  record Search(String weights, String candidates, double promised) {}

  /**
   * What confirmed them.
   *
   * @param features null if those of the candidates
   */
  record ConfirmedBy(Measure measure, FeatureSet features) {
    String label() {
      return measure.label() + (features == null ? "" : " of " + features);
    }
  }

  /** Whether candidates were confirmed, so that there are points to speak of. */
  boolean measured() {
    return curve != null;
  }

  /** What is left of them with at least this similarity. */
  Curve.Point at(double similarity) {
    return curve.at(Confirmation.bucket(similarity));
  }

  /** Of all similarities the one with the best F1; 0 is none. */
  Curve.Point best() {
    return curve.best(Confirmation.STEPS);
  }

  /** Number of candidates that a document has, on average. */
  double candidatesEach() {
    return 2.0 * candidates.found() / sample.documents().size();
  }
}
