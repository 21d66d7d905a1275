// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

/**
 * Tokens in a row that two texts share.
 *
 * @param one number of the first of them in one text
 * @param other number of the first of them in the other text
 * @param words how many they are
 */
public record SharedRun(int one, int other, int words) {
  /** The same, seen from the other text. */
  public SharedRun turned() {
    return new SharedRun(/* one= */ other, /* other= */ one, words);
  }
}
