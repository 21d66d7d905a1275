// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import java.text.Normalizer;

/**
 * The lengths of single code points in Unicode normalization form KC: one character for most,
 * eighteen for U+FDFA. Asks the JDK once per code point, and remembers the answer in a table of 192
 * KB. Thread-safe: threads that race write the same value.
 */
final class NormalizedLengths {
  /**
   * No code point beyond planes 0 to 2 is decomposed; if that ever changes, its length is just not
   * remembered.
   */
  private static final int REMEMBERED = 0x30000;

  private static final byte[] LENGTHS = new byte[REMEMBERED];

  private NormalizedLengths() {}

  /** The sum of the lengths over a text. */
  static long sum(String text) {
    long sum = 0;
    for (int i = 0, codePoint; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      sum += codePoint < Ascii.END ? 1 : of(codePoint);
    }
    return sum;
  }

  private static int of(int codePoint) {
    if (codePoint >= REMEMBERED) {
      return learn(codePoint);
    }
    int known = LENGTHS[codePoint];
    if (known == 0) {
      known = learn(codePoint);
      LENGTHS[codePoint] = (byte) known;
    }
    return known;
  }

  private static int learn(int codePoint) {
    if (Unicode15.isNewer(codePoint)) {
      return Character.charCount(codePoint);
    }
    return Normalizer.normalize(Character.toString(codePoint), Normalizer.Form.NFKC).length();
  }
}
