// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

/** A text that is too long to fingerprint. */
final class BadTexts {
  private static final String WORDS = "over and over ";
  private static final int LENGTH = 10_000_000;

  /** The error message. */
  static final String TOO_LONG =
      "the text to fingerprint must have at most [5000000] characters, got [10000000]; shorten it,"
          + " or raise the cluster setting [plugins.near_dup.max_text_length]";

  private BadTexts() {}

  static String tenMegabytes() {
    return WORDS.repeat(LENGTH / WORDS.length() + 1).substring(0, LENGTH);
  }
}
