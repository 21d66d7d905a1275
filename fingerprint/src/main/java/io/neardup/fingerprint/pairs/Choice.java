// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Which of several near canonicals a duplicate is assigned to. All of them precede it. */
public enum Choice {
  /** The one that comes first. */
  FIRST {
    @Override
    public boolean prefers(
        ReplayOrder order, int canonical, int distance, int other, int otherDistance) {
      return order.precedes(canonical, other);
    }
  },

  /** The nearest, of equally near ones the first: what {@code near_dup} decides at ingest. */
  NEAREST {
    @Override
    public boolean prefers(
        ReplayOrder order, int canonical, int distance, int other, int otherDistance) {
      return distance == otherDistance
          ? order.precedes(canonical, other)
          : distance < otherDistance;
    }
  };

  /** Whether a canonical at this distance is taken rather than another one. */
  public abstract boolean prefers(
      ReplayOrder order, int canonical, int distance, int other, int otherDistance);
}
