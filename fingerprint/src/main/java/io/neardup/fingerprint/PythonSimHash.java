// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

/**
 * {@code python_simhash_v1}: the fingerprint that {@code Simhash(text).value} of the Python package
 * simhash (1e0ng) has, bit for bit. Lower case, letters, digits and underscores only, windows of
 * four code points, the last 64 bits of MD5, counted as often as they occur.
 *
 * <p>Texts of characters that are newer than the Unicode version of either side may differ.
 */
public final class PythonSimHash {
  /** The name of this algorithm. */
  public static final String ALGORITHM = "python_simhash_v1";

  /** How its features are made of {@link #fold folded} text. */
  public static final FeatureOptions OPTIONS =
      FeatureOptions.of(FeatureKind.CHAR_NGRAM, 4).withHash(HashFunction.MD5_LOW64);

  private static final int CAPITAL_SIGMA = 0x3A3;
  private static final int SIGMA = 0x3C3;
  private static final int FINAL_SIGMA = 0x3C2;

  /** Punctuation that Unicode's property Case_Ignorable has beside five general categories. */
  private static final String IGNORABLE_PUNCTUATION =
      "'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";

  private PythonSimHash() {}

  /** The fingerprint of a text; that of one without any letter or digit is the hash of nothing. */
  public static long fingerprint(String text) {
    TextFeatures features = features(text);
    return features.count() == 0
        ? OPTIONS.hash().hasher().hash(new byte[0], 0, 0)
        : features.fingerprint();
  }

  /** The features of a text. Unlike there, a text without any letter or digit has none. */
  public static TextFeatures features(String text) {
    TextFeatures features = new TextFeatures(OPTIONS);
    features.addCodePoints(fold(text));
    return features;
  }

  /** What windows are cut from: Python's {@code lower()}, and of that the {@code \w}. */
  public static String fold(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    for (int i = 0, codePoint; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      int lower = codePoint == CAPITAL_SIGMA ? sigma(text, i) : Character.toLowerCase(codePoint);
      if (isWord(lower)) {
        folded.appendCodePoint(lower);
      }
    }
    return folded.toString();
  }

  private static boolean isWord(int codePoint) {
    int type = Character.getType(codePoint);
    return Character.isLetter(codePoint)
        || type == Character.DECIMAL_DIGIT_NUMBER
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER
        || codePoint == '_';
  }

  /** A sigma is a final one behind a cased letter and not before one. */
  private static int sigma(String text, int index) {
    int before = index;
    while (before > 0 && isIgnorable(text.codePointBefore(before))) {
      before -= Character.charCount(text.codePointBefore(before));
    }
    if (before == 0 || isCased(text.codePointBefore(before)) == false) {
      return SIGMA;
    }
    int after = index + 1;
    while (after < text.length() && isIgnorable(text.codePointAt(after))) {
      after += Character.charCount(text.codePointAt(after));
    }
    return after < text.length() && isCased(text.codePointAt(after)) ? SIGMA : FINAL_SIGMA;
  }

  private static boolean isCased(int codePoint) {
    return Character.isLowerCase(codePoint)
        || Character.isUpperCase(codePoint)
        || Character.isTitleCase(codePoint);
  }

  private static boolean isIgnorable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> IGNORABLE_PUNCTUATION.indexOf(codePoint) >= 0;
    };
  }
}
