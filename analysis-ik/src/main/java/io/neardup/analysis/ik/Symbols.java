// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

/**
 * Characters that the core passes over though they carry meaning: emoji, and Han beyond the basic
 * plane. Each code point is a token; joiners, selectors and tags are none.
 */
final class Symbols {
  /** Asks for the colored form of the character before it. */
  static final char EMOJI_SELECTOR = '\uFE0F';

  /** Below are the marks of Latin-1 and of the letter-like block, which no text means as emoji. */
  private static final char FIRST_EMOJI = '\u2190';

  private static final int FIRST_SUPPLEMENTARY_HAN = 0x20000;
  private static final int FIRST_OF_PLANE_14 = 0xE0000;

  private Symbols() {}

  /** Where the first symbol at or after {@code from} begins, or {@code end}. */
  static int next(char[] text, int from, int end) {
    int position = from;
    while (position < end && length(text, position, end) == 0) {
      position++;
    }
    return position;
  }

  /** How many characters the symbol at this position has; 0 if there is none. */
  static int length(char[] text, int position, int end) {
    char c = text[position];
    if (c < FIRST_EMOJI) {
      return 0;
    }
    if (Character.isHighSurrogate(c)) {
      return position + 1 < end && isSupplementary(c, text[position + 1]) ? 2 : 0;
    }
    return isEmoji(c, position + 1 < end && text[position + 1] == EMOJI_SELECTOR) ? 1 : 0;
  }

  /** The type of the token, in the words of the core where it has one. */
  static String type(char[] text, int position, int length) {
    return length == 2 && Character.codePointAt(text, position) >= FIRST_SUPPLEMENTARY_HAN
        ? "CN_CHAR"
        : "SYMBOL";
  }

  /** No question of what is assigned: that would make tokens depend on the Unicode of the JDK. */
  private static boolean isSupplementary(char high, char low) {
    return Character.isLowSurrogate(low) && Character.toCodePoint(high, low) < FIRST_OF_PLANE_14;
  }

  private static boolean isEmoji(char c, boolean selected) {
    // Nearly all that comes by is Han, so the cheap question is the first.
    return c < '\u3300' && (selected ? Character.isEmoji(c) : Character.isEmojiPresentation(c));
  }
}
