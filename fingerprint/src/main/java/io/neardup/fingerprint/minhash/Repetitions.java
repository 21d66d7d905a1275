// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.Arrays;

/**
 * Takes repetitions out of many hashes, which costs a sort: only where a text says the same so
 * often that throwing for each repetition would cost more.
 */
final class Repetitions {
  /**
   * After so many rounds, more than {@value #MANY} different hashes have filled all bins: the
   * chance that one is empty is 512 e^-18.
   */
  static final int SUSPICIOUS_ROUND = 8;

  private static final int MANY = 1024;

  private Repetitions() {}

  /**
   * Number of hashes that are left, at the beginning of the array, in another order; behind them
   * are repetitions.
   */
  static int remove(int[] hashes, int count) {
    if (count <= MANY) {
      return count;
    }
    Arrays.sort(hashes, 0, count);
    int distinct = 1;
    for (int i = 1; i < count; i++) {
      if (hashes[i] != hashes[distinct - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    return distinct;
  }
}
