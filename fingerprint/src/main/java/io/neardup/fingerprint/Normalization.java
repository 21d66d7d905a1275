// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.text.Normalizer;
import java.util.Locale;

/**
 * The normalization of {@code simhash64_v1}: what is done to a text before an analyzer, or the
 * character n-grams, see it. Part of the persisted format; linear in the text, and free for text
 * that is normalized already.
 */
public final class Normalization {
  private static final char REPLACEMENT = '\uFFFD';

  private Normalization() {}

  /**
   * Unpaired surrogates become U+FFFD, then Unicode normalization form KC: full-width forms,
   * ligatures and composed or decomposed accents make the same features.
   */
  public static String normalize(String text) {
    String wellFormed = wellFormed(text);
    return Normalizer.isNormalized(wellFormed, Normalizer.Form.NFKC)
        ? wellFormed
        : Normalizer.normalize(wellFormed, Normalizer.Form.NFKC);
  }

  /**
   * What character n-grams are cut from: lower case in the root locale, every run of white space
   * one space, none at either end.
   *
   * @param normalized a text that went through {@link #normalize}
   */
  public static String foldForCharNgrams(String normalized) {
    String lower = normalized.toLowerCase(Locale.ROOT);
    StringBuilder folded = new StringBuilder(lower.length());
    boolean pendingSpace = false;
    for (int i = 0; i < lower.length(); ) {
      int codePoint = lower.codePointAt(i);
      i += Character.charCount(codePoint);
      if (Character.isWhitespace(codePoint)) {
        pendingSpace = folded.isEmpty() == false;
        continue;
      }
      if (pendingSpace) {
        folded.append(' ');
        pendingSpace = false;
      }
      folded.appendCodePoint(codePoint);
    }
    return folded.toString();
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
