// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import io.neardup.fingerprint.unicode.Runs;
import io.neardup.fingerprint.unicode.Unicode15;

/**
 * What single code points are to words, and how each is folded. Part of the format {@code
 * near_dup_text_v1}. Looks them up in tables of the basic plane, 256 KB together.
 */
final class CodePoints {
  static final int LETTER = 1;
  static final int DIGIT = 2;

  /** A mark that folding leaves: a vowel of an Indic script, for example. */
  static final int MARK = 4;

  /** Of a script without blanks between words: a token by itself, with its marks. */
  static final int CLUSTER = 8;

  static final int EMOJI = 16;
  static final int CURRENCY = 32;
  static final int PERCENT = 64;
  static final int SPACE = 128;

  /** Says nothing: left out of the text. */
  static final int IGNORABLE = 1;

  /** May be one character with the one before it. */
  static final int CONTINUES = 2;

  /** A Hangul vowel or final, which continues only Hangul. */
  static final int JAMO = 4;

  private static final int BASIC_PLANE = 0x10000;

  private static final int[] IGNORABLES = {
    0xAD, 0xAD, 0x34F, 0x34F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B,
    0x200F, 0x202A, 0x202E, 0x2060, 0x206F, 0x3164, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0,
    0xFFA0, 0xFFF0, 0xFFF8, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF
  };

  /** Latin, Greek, Cyrillic, Hebrew and Arabic ones. */
  private static final int[] FOLDED_MARKS = {
    0x300, 0x36F, 0x483, 0x489, 0x591, 0x5BD, 0x5BF, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7,
    0x5C7, 0x610, 0x61A, 0x64B, 0x65F, 0x670, 0x670, 0x6D6, 0x6DC, 0x6DF, 0x6E4, 0x6E7, 0x6E8,
    0x6EA, 0x6ED, 0x8CA, 0x8E1, 0x8E3, 0x8FF, 0x1AB0, 0x1ACE, 0x1DC0, 0x1DFF, 0x20D0, 0x20F0,
    0xFE20, 0xFE2F
  };

  /** Han, kana, Hangul, Thai and Lao, Tibetan, Myanmar, Khmer. */
  private static final int[] CLUSTERS = {
    0x3005, 0x3007, 0x3021, 0x3029, 0x3038, 0x303C, 0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xF900, 0xFAFF,
    0x20000, 0x3FFFF, 0x3041, 0x3096, 0x309D, 0x309F, 0x30A1, 0x30FA, 0x30FC, 0x30FF, 0x31F0,
    0x31FF, 0x1AFF0, 0x1B16F, 0xAC00, 0xD7AF, 0x1100, 0x11FF, 0xA960, 0xA97F, 0xD7B0, 0xD7FF, 0xE00,
    0xEFF, 0xF00, 0xFFF, 0x1000, 0x109F, 0xA9E0, 0xA9FF, 0xAA60, 0xAA7F, 0x1780, 0x17FF
  };

  private static final int[] EMOJIS = {0x2600, 0x27BF, 0x1F000, 0x1FAFF};

  /** Hangul vowels and finals, also those that NFKC makes such. */
  private static final int[] JAMOS = {
    0x1160, 0x11FF, 0x314F, 0x3164, 0x3187, 0x318E, 0xD7B0, 0xD7FF, 0xFFA0, 0xFFA0, 0xFFC2, 0xFFDC
  };

  private static final byte[] KINDS = new byte[BASIC_PLANE];
  private static final byte[] ROLES = new byte[BASIC_PLANE];

  static {
    for (int i = 0; i < BASIC_PLANE; i++) {
      KINDS[i] = (byte) computeKind(i);
      ROLES[i] = (byte) computeRole(i);
    }
  }

  private CodePoints() {}

  /** The kind of a folded code point; 0 for what is in no token of its own. */
  static int kind(int codePoint) {
    return codePoint < BASIC_PLANE ? Byte.toUnsignedInt(KINDS[codePoint]) : computeKind(codePoint);
  }

  /** What a code point is before it is folded; 0 for nothing special. */
  static int role(int codePoint) {
    return codePoint < BASIC_PLANE ? ROLES[codePoint] : computeRole(codePoint);
  }

  static boolean isFoldedMark(int codePoint) {
    return isIn(FOLDED_MARKS, codePoint);
  }

  static boolean isLowerCase(int codePoint) {
    return type(codePoint) == Character.LOWERCASE_LETTER;
  }

  static boolean isLetterOrMark(int codePoint) {
    return isLetter(codePoint) || Runs.isMark(codePoint);
  }

  private static int computeRole(int codePoint) {
    if (isIn(IGNORABLES, codePoint)) {
      return IGNORABLE;
    }
    if (Runs.isMark(codePoint)) {
      return CONTINUES;
    }
    return isIn(JAMOS, codePoint) ? JAMO : 0;
  }

  private static int computeKind(int codePoint) {
    int type = type(codePoint);
    if (Runs.isMark(codePoint)) {
      return MARK;
    }
    if (isLetter(codePoint) || type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER) {
      return isIn(CLUSTERS, codePoint) ? CLUSTER : LETTER;
    }
    return switch (type) {
      case Character.DECIMAL_DIGIT_NUMBER -> DIGIT;
      case Character.CURRENCY_SYMBOL -> CURRENCY;
      case Character.OTHER_SYMBOL -> isIn(EMOJIS, codePoint) ? EMOJI : 0;
      case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          SPACE;
      default -> computeOther(codePoint);
    };
  }

  private static int computeOther(int codePoint) {
    return switch (codePoint) {
      case '%', '\u2030' -> PERCENT;
      case '\t', '\n', '\u000B', '\f', '\r', '\u0085' -> SPACE;
      default -> 0;
    };
  }

  private static boolean isLetter(int codePoint) {
    return Unicode15.isNewer(codePoint) == false && Character.isLetter(codePoint);
  }

  private static int type(int codePoint) {
    return Unicode15.isNewer(codePoint) ? Character.UNASSIGNED : Character.getType(codePoint);
  }

  /**
   * @param ranges first and last code point of each
   */
  private static boolean isIn(int[] ranges, int codePoint) {
    for (int i = 0; i < ranges.length; i += 2) {
      if (codePoint >= ranges[i] && codePoint <= ranges[i + 1]) {
        return true;
      }
    }
    return false;
  }
}
