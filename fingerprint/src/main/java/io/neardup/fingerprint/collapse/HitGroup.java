// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import java.util.BitSet;

/** Hits of which one is shown. */
public final class HitGroup {
  private final int shown;
  private final int[] collapsed;
  private final BitSet passedOver;

  HitGroup(int shown, BitSet passedOver, int... collapsed) {
    this.shown = shown;
    this.passedOver = passedOver;
    this.collapsed = collapsed;
  }

  /** The hit that stands for the group. */
  public int shown() {
    return shown;
  }

  /** The others, in the order of the hits. */
  public int[] collapsed() {
    return collapsed.clone();
  }

  /** Whether a hit of the group is better than the one shown, but near one of another group. */
  public boolean isPassedOver(int hit) {
    return passedOver.get(hit);
  }

  /** How many hits that is true of. */
  public int passedOver() {
    return passedOver.cardinality();
  }
}
