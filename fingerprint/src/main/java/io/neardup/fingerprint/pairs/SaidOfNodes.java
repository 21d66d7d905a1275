// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import java.util.function.IntConsumer;

/** What somebody has said about nodes of a set, which counts more than how far they are. */
public interface SaidOfNodes {
  /** Whether anything is said about a node. */
  boolean isNamed(int node);

  /** All nodes that are said to be the same as this one. */
  void forEachSame(int node, IntConsumer same);

  /** All nodes that are said not to be the same as this one. */
  void forEachOther(int node, IntConsumer other);

  /** How far two nodes are, near or not. */
  int distance(int node, int other);
}
