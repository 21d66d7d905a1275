// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** What nodes are ordered by. */
@FunctionalInterface
public interface OrderKeys {
  /**
   * The value of a key, of which the least comes first.
   *
   * @param key from 0, the one that decides first
   */
  long key(int node, int key);
}
