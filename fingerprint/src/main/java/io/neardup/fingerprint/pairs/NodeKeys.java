// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** The keys of the nodes of a set, as many of each: those that have one in common are compared. */
public interface NodeKeys {
  /** How many keys each node has. */
  int perNode();

  /**
   * The keys of one node.
   *
   * @param keys to be filled; of two nodes, those at the same place are compared
   */
  void read(int node, int... keys);
}
