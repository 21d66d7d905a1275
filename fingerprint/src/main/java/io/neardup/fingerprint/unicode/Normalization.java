// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import java.text.Normalizer;
import java.util.function.LongConsumer;

/**
 * The normalization of {@code simhash64_v1}, applied to a text before the analyzer or the character
 * n-grams see it. Part of the persisted format. Takes linear time, and nearly none for text that is
 * already normalized.
 */
public final class Normalization {
  private static final char REPLACEMENT = '\uFFFD';
  private static final char DOTTED_CAPITAL_I = '\u0130';
  private static final char COMBINING_DOT_ABOVE = '\u0307';

  private Normalization() {}

  /**
   * Unpaired surrogates become U+FFFD, then Unicode normalization form KC, of characters that
   * {@link Unicode15} has: full-width forms, ligatures and composed or decomposed accents make the
   * same features. Runs of more than {@value Runs#MAX} combining marks, and afterwards of more than
   * as many equal code points, are cut to that length, so that code with quadratic time in a run's
   * length never sees a long run.
   */
  public static String normalize(String text) {
    return normalize(text, length -> {});
  }

  /**
   * The same for untrusted texts, in which one character may become eighteen.
   *
   * @param announced receives the resulting length in advance, and throws to reject it. The length
   *     is the sum over single characters; the actual text is shorter only where a letter and the
   *     accent after it are composed, or where runs are cut
   */
  public static String normalize(String text, LongConsumer announced) {
    if (Ascii.isAscii(text)) {
      // ASCII is what it is, but for its runs.
      announced.accept(text.length());
      return Runs.cutEqual(text);
    }
    return Runs.cutEqual(compose(Runs.cutMarks(wellFormed(text)), announced));
  }

  private static String compose(String text, LongConsumer announced) {
    if (Normalizer.isNormalized(text, Normalizer.Form.NFKC)) {
      // By a newer Unicode too: for the characters that both know, its rules are the same.
      announced.accept(text.length());
      return text;
    }
    announced.accept(NormalizedLengths.sum(text));
    int newer = Unicode15.indexOfNewer(text, 0);
    return newer < 0 ? nfkc(text) : composeAround(text, newer);
  }

  /**
   * Leaves characters that the format does not know as they are, and normalizes the text before and
   * after them separately.
   */
  private static String composeAround(String text, int firstNewer) {
    StringBuilder composed = new StringBuilder(text.length());
    int done = 0;
    for (int newer = firstNewer; newer >= 0; newer = Unicode15.indexOfNewer(text, done)) {
      composed.append(nfkc(text.substring(done, newer))).appendCodePoint(text.codePointAt(newer));
      done = text.offsetByCodePoints(newer, 1);
    }
    return composed.append(nfkc(text.substring(done))).toString();
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC);
  }

  /**
   * Folds a text for character n-grams: every code point in lower case, every run of white space as
   * one space, none at either end. Each code point is lower-cased by itself, so that a capital
   * sigma gives the same letter in every position: libraries disagree about where a word ends.
   *
   * @param normalized a text that went through {@link #normalize}
   */
  public static String foldForCharNgrams(String normalized) {
    StringBuilder folded = new StringBuilder(normalized.length());
    boolean pendingSpace = false;
    for (int i = 0; i < normalized.length(); ) {
      int codePoint = normalized.codePointAt(i);
      i += Character.charCount(codePoint);
      if (Character.isWhitespace(codePoint)) {
        pendingSpace = folded.isEmpty() == false;
        continue;
      }
      if (pendingSpace) {
        folded.append(' ');
        pendingSpace = false;
      }
      appendLowerCase(folded, codePoint);
    }
    return folded.toString();
  }

  /**
   * Appends the full Unicode mapping, which produces two code points only for a dotted capital I.
   */
  private static void appendLowerCase(StringBuilder folded, int codePoint) {
    if (codePoint == DOTTED_CAPITAL_I) {
      folded.append('i').append(COMBINING_DOT_ABOVE);
    } else if (Unicode15.isNewer(codePoint)) {
      folded.appendCodePoint(codePoint);
    } else {
      folded.appendCodePoint(Character.toLowerCase(codePoint));
    }
  }

  private static String wellFormed(String text) {
    int broken = indexOfUnpairedSurrogate(text, 0);
    if (broken < 0) {
      return text;
    }
    StringBuilder repaired = new StringBuilder(text);
    for (; broken >= 0; broken = indexOfUnpairedSurrogate(text, broken + 1)) {
      repaired.setCharAt(broken, REPLACEMENT);
    }
    return repaired.toString();
  }

  private static int indexOfUnpairedSurrogate(String text, int from) {
    int i = from;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        return i;
      }
      i += Character.charCount(codePoint);
    }
    return -1;
  }
}
