// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

/**
 * Cuts long runs in a text: nobody reads them, and some normalizers and analyzers need time with
 * the square of their length. Linear, and the same string where there is nothing to cut.
 */
final class Runs {
  /** So many code points of a run stay, its first ones. Part of the persisted format. */
  static final int MAX = 64;

  private static final int STRIDE = MAX / 2;

  private static final int FIRST_MARK = 0x300;
  private static final int HALFWIDTH_VOICED_MARK = 0xFF9E;
  private static final int HALFWIDTH_SEMI_VOICED_MARK = 0xFF9F;

  private Runs() {}

  /** Says which code points make a run with the one before. */
  @FunctionalInterface
  private interface Follows {
    boolean run(int previous, int codePoint);
  }

  /** Cuts runs of one and the same code point. */
  static String cutEqual(String text) {
    return mayRepeat(text) ? cut(text, (previous, codePoint) -> previous == codePoint) : text;
  }

  /**
   * Whether there can be a run to cut: looks at four characters of every {@value #STRIDE}. A run of
   * more than {@value #MAX} is so long that all of four fall into it, every second one, which are
   * equal whether a code point takes one character or two.
   */
  private static boolean mayRepeat(String text) {
    for (int i = STRIDE; i < text.length(); i += STRIDE) {
      char c = text.charAt(i);
      if (c == text.charAt(i - 2) && c == text.charAt(i - 4) && c == text.charAt(i - 6)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Cuts runs of combining marks, equal or not. Bringing marks into their canonical order takes
   * time with the square of their number.
   */
  static String cutMarks(String text) {
    return cut(text, (previous, codePoint) -> isMark(codePoint) && isMark(previous));
  }

  /** A mark, or one of the two letters of which normalization form KC makes marks. */
  private static boolean isMark(int codePoint) {
    if (codePoint < FIRST_MARK || Unicode15.isNewer(codePoint)) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> codePoint == HALFWIDTH_VOICED_MARK || codePoint == HALFWIDTH_SEMI_VOICED_MARK;
    };
  }

  private static String cut(String text, Follows follows) {
    StringBuilder cut = null;
    int run = 0;
    int previous = -1;
    for (int i = 0, codePoint; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      run = follows.run(previous, codePoint) ? run + 1 : 1;
      previous = codePoint;
      if (run > MAX && cut == null) {
        cut = new StringBuilder(text.length()).append(text, 0, i);
      } else if (run <= MAX && cut != null) {
        cut.appendCodePoint(codePoint);
      }
    }
    return cut == null ? text : cut.toString();
  }
}
