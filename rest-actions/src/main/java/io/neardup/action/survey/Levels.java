// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import org.opensearch.common.Nullable;

/**
 * The thresholds that a survey compares, the strictest first: similarities from 1 down to .3, each
 * .05 less than the one before, or distances from 0 to 20. A pair belongs to the strictest that it
 * is within.
 */
record Levels(TargetKind kind) {
  private static final int SIMILARITIES = 15;
  private static final int STEPS = 20;

  /** Farther away are fingerprints that have nothing to do with each other. */
  private static final int MAX_DISTANCE = 20;

  /** A score is rounded where it is sent. */
  private static final double ROUNDED = 1e-5;

  int count() {
    return kind == TargetKind.MINHASH ? SIMILARITIES : MAX_DISTANCE + 1;
  }

  /** Where a pair belongs, by the score of the hit; not less than the count if it is too far. */
  int of(float score) {
    return kind == TargetKind.MINHASH
        ? (int) Math.ceil((1 - (double) score) * STEPS - ROUNDED)
        : Math.round((1 - score) * Fingerprint.BITS);
  }

  /** The parameter of {@code _near_dup} that says a threshold. */
  String parameter() {
    return kind == TargetKind.MINHASH ? Nearness.SIMILARITY : Nearness.MAX_DISTANCE;
  }

  /** The threshold as that parameter takes it. */
  Number threshold(int level) {
    if (kind == TargetKind.MINHASH) {
      return (double) (STEPS - level) / STEPS;
    }
    return level;
  }

  /** The threshold that one takes who knows nothing: a similarity of .5, or a distance of 3. */
  int byDefault() {
    return kind == TargetKind.MINHASH ? STEPS / 2 : 3;
  }

  /** The strictest that may be proposed by the number of pairs alone: .9, or a distance of 3. */
  int strictest() {
    return kind == TargetKind.MINHASH ? 2 : 3;
  }

  /** The loosest that may be. */
  int loosest() {
    return kind == TargetKind.MINHASH ? byDefault() : 14;
  }

  /** As near as the loosest threshold; by similarity, all that is, unless less will do. */
  Nearness nearness(@Nullable Double recall, @Nullable NumbersRule numbers) {
    return kind == TargetKind.MINHASH
        ? new Nearness(
            null,
            threshold(SIMILARITIES - 1).doubleValue(),
            recall == null ? (Double) 1.0 : recall,
            numbers)
        : new Nearness(MAX_DISTANCE, null, recall, numbers);
  }
}
