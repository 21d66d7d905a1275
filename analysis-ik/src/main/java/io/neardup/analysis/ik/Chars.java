// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

/** Characters as the core sees them. Its own table of them is not public. */
final class Chars {
  /** Joins letters and digits to one token, as in an address. */
  private static final String LETTER_CONNECTORS = "#&+-.@_";

  /** Joins digits to one number. */
  private static final String NUMBER_CONNECTORS = ",.";

  private static final String HAN_NUMERALS = "一二两三四五六七八九十零壹贰叁肆伍陆柒捌玖拾百千万亿拾佰仟萬億兆卅廿";

  private Chars() {}

  /** Full-width forms become ASCII, the capitals of ASCII small; both at once does not happen. */
  static char fold(char c) {
    if (c == '\u3000') {
      return ' ';
    }
    if (c > '\uFF00' && c < '\uFF5F') {
      return (char) (c - 0xFEE0);
    }
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  static boolean isDigit(char folded) {
    return folded >= '0' && folded <= '9';
  }

  static boolean isLetterOrDigit(char folded) {
    return isDigit(folded) || (folded >= 'a' && folded <= 'z') || (folded >= 'A' && folded <= 'Z');
  }

  static boolean isLetterConnector(char folded) {
    return LETTER_CONNECTORS.indexOf(folded) >= 0;
  }

  static boolean isNumberConnector(char folded) {
    return NUMBER_CONNECTORS.indexOf(folded) >= 0;
  }

  static boolean isNumeral(char folded) {
    return isDigit(folded) || HAN_NUMERALS.indexOf(folded) >= 0;
  }

  /** Han of the basic plane, kana, hangul, and what full-width forms are left. */
  static boolean isCjk(char folded) {
    return isHan(folded) || isHangul(folded) || isKana(folded) || in(folded, 0xFF00, 0xFFEF);
  }

  private static boolean isHan(char c) {
    return in(c, 0x4E00, 0x9FFF) || in(c, 0x3400, 0x4DBF) || in(c, 0xF900, 0xFAFF);
  }

  private static boolean isHangul(char c) {
    return in(c, 0xAC00, 0xD7AF) || in(c, 0x1100, 0x11FF) || in(c, 0x3130, 0x318F);
  }

  private static boolean isKana(char c) {
    return in(c, 0x3040, 0x30FF) || in(c, 0x31F0, 0x31FF);
  }

  private static boolean in(char c, int first, int last) {
    return c >= first && c <= last;
  }
}
