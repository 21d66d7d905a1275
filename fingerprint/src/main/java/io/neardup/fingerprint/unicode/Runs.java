// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

/**
 * Cuts long runs in a text: nobody reads them, and some normalizers and analyzers take quadratic
 * time for them. Takes linear time, and returns the same string if there is nothing to cut.
 */
public final class Runs {
  /** The number of code points kept of a run, from its start. Part of the persisted format. */
  public static final int MAX = 64;

  private static final int STRIDE = MAX / 2;

  private static final int FIRST_MARK = 0x300;
  private static final int HALFWIDTH_VOICED_MARK = 0xFF9E;
  private static final int HALFWIDTH_SEMI_VOICED_MARK = 0xFF9F;

  private Runs() {}

  /** Decides whether a code point continues a run. */
  @FunctionalInterface
  private interface Follows {
    boolean run(int previous, int codePoint);
  }

  /** Cuts runs of equal code points. */
  static String cutEqual(String text) {
    return mayRepeat(text) ? cut(text, (previous, codePoint) -> previous == codePoint) : text;
  }

  /**
   * Whether there may be a run to cut. Compares four characters of every {@value #STRIDE}, taking
   * every second one: all four fall into a run of more than {@value #MAX}, and are equal whether a
   * code point takes one character or two.
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
   * quadratic time.
   */
  static String cutMarks(String text) {
    return cut(text, (previous, codePoint) -> isMark(codePoint) && isMark(previous));
  }

  /**
   * Whether it is a mark, or one of the two letters that normalization form KC turns into marks.
   */
  public static boolean isMark(int codePoint) {
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
