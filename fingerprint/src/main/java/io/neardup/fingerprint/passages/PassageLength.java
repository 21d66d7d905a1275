// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

/**
 * The shortest passage that is surely found, and what follows from it: how many tokens are hashed
 * together, and of how many hashes in a row one is kept.
 *
 * @param tokens of the passage
 */
public record PassageLength(int tokens) {
  /** What nobody calls a quotation. */
  public static final int LEAST = 5;

  /** Some pages. */
  public static final int MOST = 1000;

  /** A sentence. */
  public static final int DEFAULT = 20;

  private static final int SHORTEST_GRAM = 3;
  private static final int LONGEST_GRAM = 16;

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public PassageLength {
    if (tokens < LEAST || tokens > MOST) {
      throw new IllegalArgumentException(
          "[min_passage] must be from ["
              + LEAST
              + "] to ["
              + MOST
              + "] tokens, got ["
              + tokens
              + "]");
    }
  }

  /** Tokens that are hashed together. */
  public int gram() {
    return Math.clamp(2L * tokens / 5, SHORTEST_GRAM, LONGEST_GRAM);
  }

  /** Hashes in a row, of which at least one is kept: as many as the shortest passage has. */
  public int window() {
    return tokens - gram() + 1;
  }
}
