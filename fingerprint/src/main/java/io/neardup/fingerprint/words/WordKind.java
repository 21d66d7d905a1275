// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

/** What a token of {@link Words} is. */
public enum WordKind {
  /** Letters, perhaps with digits. */
  WORD,
  /** Digits, perhaps with a sign, a currency or a unit, and without letters. */
  NUMBER,
  /** A grapheme cluster of a script that writes no blanks between words. */
  CLUSTER,
  /** An emoji. */
  EMOJI
}
