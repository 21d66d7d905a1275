// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

/** How far the hits of a search are from each other; a hit is known by its place, from 0 on. */
public interface HitDistances {
  /** The distance of hits that are not near. */
  double FAR = Double.POSITIVE_INFINITY;

  /** Number of hits. */
  int size();

  /** Whether a hit can be compared: one that cannot is near no other one. */
  boolean isComparable(int hit);

  /** The distance of two comparable hits, or {@link #FAR} if they are not near. */
  double ifNear(int left, int right);

  /** The distance of two comparable hits, near or not. */
  double distance(int left, int right);
}
