// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

/**
 * Finds where a text can be cut without any change of its tokens.
 *
 * <p>The core forgets everything at a character that it ignores, so right after it is a safe cut.
 * Where 64 characters come without one, the dictionary tells between which two of them no word can
 * lie. Only where there is no such place either, in a run of one character or a very long number,
 * is the text cut regardless: the core's work grows with the square of what hangs together.
 *
 * <p>All distances are counted from the last safe cut and none from the block, so that the tokens
 * do not depend on how the text came in or what stands far before them.
 */
final class BlockCutter {
  /** Four times the longest word; words that overlap in a chain were never seen to pass 21. */
  static final int MAX_WORDS = 64;

  /** Letters, digits and what joins them: the longest token there can be. */
  static final int MAX_LETTERS = 128;

  private final IkDictionary dictionary;

  BlockCutter(IkDictionary dictionary) {
    this.dictionary = dictionary;
  }

  /**
   * The end of the longest block that the beginning of this text gives.
   *
   * @param folded the characters, each as {@link Chars#fold} makes it
   * @param last whether the text ends at {@code length}
   */
  int cut(char[] folded, int length, boolean last) {
    // Two characters may belong together, so the last one waits for its successor.
    int end = last ? length : length - 1;
    int safe = 0;
    boolean letters = false;
    boolean number = false;
    for (int i = 0; i < end; ) {
      if (i - safe >= (letters || number ? MAX_LETTERS : MAX_WORDS)) {
        int cut = findSafe(folded, safe, i);
        if (cut < 0) {
          return i;
        }
        safe = cut;
      }
      char c = folded[i];
      boolean letterOrDigit = Chars.isLetterOrDigit(c);
      letters = letterOrDigit || (letters && Chars.isLetterConnector(c));
      number = Chars.isDigit(c) || (number && Chars.isNumberConnector(c));
      i++;
      if (letterOrDigit == false && Chars.isCjk(c) == false) {
        i += followers(folded, i, length);
        safe = letters || number ? safe : i;
      }
    }
    return last ? length : safe;
  }

  /** The second half of a surrogate pair, or the selector that makes an emoji of a sign. */
  private static int followers(char[] folded, int i, int length) {
    return i < length
            && (folded[i] == Symbols.EMOJI_SELECTOR
                || Character.isSurrogatePair(folded[i - 1], folded[i]))
        ? 1
        : 0;
  }

  private int findSafe(char[] folded, int after, int from) {
    for (int i = from; i > after; i--) {
      if (isSafe(folded, after, i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean isSafe(char[] folded, int after, int i) {
    return joins(folded[i - 1], folded[i]) == false
        && dictionary.mayCross(folded, after, i) == false;
  }

  /** Whether two neighbors may be of one token by what they are, whatever the dictionary says. */
  private static boolean joins(char left, char right) {
    return Chars.isNumeral(left)
        || isConnector(left)
        || (Chars.isLetterOrDigit(left) && (Chars.isLetterOrDigit(right) || isConnector(right)));
  }

  private static boolean isConnector(char c) {
    return Chars.isLetterConnector(c) || Chars.isNumberConnector(c);
  }
}
