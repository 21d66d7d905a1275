// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

/** Takes pairs of near fingerprints. */
@FunctionalInterface
public interface FingerprintPair {
  /** One pair; between two sets {@code left} is of the first one. */
  void accept(long left, long right);
}
