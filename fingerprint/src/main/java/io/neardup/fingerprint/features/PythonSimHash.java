// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

/**
 * {@code python_simhash_v1}: the value of {@code Simhash(text).value} in the Python package simhash
 * (1e0ng), bit for bit. Uses lower-case letters, digits and underscores only, windows of four code
 * points, and the last 64 bits of MD5, counted as often as they occur.
 *
 * <p>Texts with characters newer than the Unicode version of either side may differ.
 */
public final class PythonSimHash {
  /** The name of this algorithm. */
  public static final String ALGORITHM = "python_simhash_v1";

  /** How to make its features from {@link #fold folded} text. */
  public static final FeatureOptions OPTIONS =
      FeatureOptions.of(FeatureKind.CHAR_NGRAM, 4)
          .withHash(HashFunction.MD5_LOW64)
          .withWeighting(Weighting.TF);

  private static final int CAPITAL_SIGMA = 0x3A3;
  private static final int SIGMA = 0x3C3;
  private static final int FINAL_SIGMA = 0x3C2;

  /**
   * The punctuation in Unicode's property Case_Ignorable, in addition to five general categories.
   */
  private static final String IGNORABLE_PUNCTUATION =
      "'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";

  private PythonSimHash() {}

  /** The fingerprint of a text; without any letter or digit, it is the hash of the empty string. */
  public static long fingerprint(String text) {
    TextFeatures features = features(text);
    return features.count() == 0
        ? OPTIONS.hash().hasher().hash(new byte[0], 0, 0)
        : features.fingerprint();
  }

  /** The features of a text. Unlike in Python, a text without any letter or digit has none. */
  public static TextFeatures features(String text) {
    TextFeatures features = new TextFeatures(OPTIONS);
    features.addCodePoints(fold(text));
    return features;
  }

  /** The text that windows are cut from: the {@code \w} of Python's {@code lower()}. */
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

  /** A sigma is final if it comes after a cased letter and not before one. */
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
