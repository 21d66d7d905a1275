// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

/** How often a rule was right and wrong about pairs. */
final class Counts {
  private int taken;
  private int right;
  private int same;

  /** Counts a pair, unless its label says nothing. */
  void add(Label label, boolean takenForSame) {
    if (label == Label.UNDECIDABLE) {
      return;
    }
    same += label == Label.SAME ? 1 : 0;
    taken += takenForSame ? 1 : 0;
    right += takenForSame && label == Label.SAME ? 1 : 0;
  }

  /** Pairs that the rule takes for the same. */
  int taken() {
    return taken;
  }

  /** Those of them that are. */
  int right() {
    return right;
  }

  /** Pairs that are the same, whatever the rule says. */
  int same() {
    return same;
  }

  /** The part of those taken that is right; NaN if none is taken. */
  double precision() {
    return right / (double) taken;
  }

  /** The part of those that are the same that is taken; NaN if none is the same. */
  double recall() {
    return right / (double) same;
  }

  /** The harmonic mean of both; 0 where nothing is right. */
  double f1() {
    return taken + same == 0 ? Double.NaN : 2.0 * right / (taken + same);
  }
}
