// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Takes pairs of near members of a set by their indexes. */
@FunctionalInterface
public interface NearPair {
  /** One pair. */
  void accept(int left, int right, int distance);
}
