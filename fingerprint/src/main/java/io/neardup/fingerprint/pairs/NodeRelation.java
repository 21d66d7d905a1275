// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.function.IntUnaryOperator;

/** How far the nodes of a set are from one another; the same from both sides. */
@FunctionalInterface
public interface NodeRelation {
  /** What is not near. */
  int FAR = -1;

  /** The distances from one node to others, {@link #FAR} for those that are not near. */
  IntUnaryOperator from(int node);
}
