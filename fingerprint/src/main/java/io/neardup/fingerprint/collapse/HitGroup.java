// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

/** Hits of which one is shown. */
public final class HitGroup {
  private final int shown;
  private final int[] collapsed;

  HitGroup(int shown, int... collapsed) {
    this.shown = shown;
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
}
