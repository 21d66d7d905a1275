// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import java.util.Arrays;

/** Sorts hashes as unsigned numbers. */
final class UnsignedOrder {
  private UnsignedOrder() {}

  static void sort(int[] hashes) {
    flip(hashes);
    Arrays.sort(hashes);
    flip(hashes);
  }

  private static void flip(int[] hashes) {
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] ^= Integer.MIN_VALUE;
    }
  }
}
