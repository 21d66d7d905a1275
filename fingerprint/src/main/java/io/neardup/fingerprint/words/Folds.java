// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.words;

import io.neardup.fingerprint.unicode.Unicode15;
import java.text.Normalizer;
import java.util.Locale;

/**
 * Folds characters, each a code point with its marks: NFKC, case, the marks of alphabets whose
 * vowels are letters, digits, Arabic forms, dashes and apostrophes. Part of the format {@code
 * near_dup_text_v1}. What a character of the basic plane becomes is remembered in a table of 128
 * KB; threads that race write the same value.
 */
final class Folds {
  private static final int BASIC_PLANE = 0x10000;

  /** Of characters that become none, or several, or one beyond the basic plane. */
  private static final char SEVERAL = '\uFFFF';

  private static final char[] KNOWN = new char[BASIC_PLANE];

  private Folds() {}

  /**
   * What a character without marks becomes, if that is one of the basic plane; else -1.
   *
   * @param character without a special role
   */
  static int single(char character) {
    char known = KNOWN[character];
    if (known == 0) {
      String folded = fold(Character.toString(character));
      known = folded.length() == 1 ? folded.charAt(0) : SEVERAL;
      KNOWN[character] = known;
    }
    return known == SEVERAL ? -1 : known;
  }

  /**
   * @param character a code point, or Hangul letters, and their marks
   */
  static String fold(String character) {
    if (character.isEmpty()) {
      return character;
    }
    int first = character.codePointAt(0);
    if (Unicode15.isNewer(first)) {
      return Character.toString(first) + fold(character.substring(Character.charCount(first)));
    }
    String cased =
        Normalizer.normalize(character, Normalizer.Form.NFKC)
            .codePoints()
            .mapToObj(c -> Character.toString(c).toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT))
            .flatMapToInt(String::codePoints)
            .mapToObj(c -> Character.toString(c).toLowerCase(Locale.ROOT))
            .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
            .toString();
    int[] kept =
        Normalizer.normalize(cased, Normalizer.Form.NFD)
            .codePoints()
            .filter(c -> CodePoints.isFoldedMark(c) == false)
            .toArray();
    String composed = Normalizer.normalize(new String(kept, 0, kept.length), Normalizer.Form.NFC);
    int[] forms = composed.codePoints().map(Folds::form).filter(c -> c >= 0).toArray();
    return new String(forms, 0, forms.length);
  }

  /** One form for what is written in several; -1 for what says nothing. */
  private static int form(int codePoint) {
    if (Character.getType(codePoint) == Character.DECIMAL_DIGIT_NUMBER) {
      return '0' + Character.digit(codePoint, 10);
    }
    return switch (codePoint) {
      case 0x640 -> -1; // tatweel
      case 0x671, 0x672, 0x673 -> 0x627; // alef
      case 0x649, 0x6CC -> 0x64A; // yeh
      case 0x6A9, 0x6AA -> 0x643; // kaf
      case 0x2018, 0x2019, 0x201B, 0x2BC, 0x5F3 -> '\'';
      case 0x5F4 -> '"';
      case 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212 -> '-';
      case 0x66A -> '%';
      case 0x66B -> '.';
      case 0x66C -> ',';
      default -> codePoint;
    };
  }
}
