// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A 64-bit fingerprint as everybody writes it: 16 hex digits, four segments of 16 bits, and the
 * Hamming distance to another one. All methods are pure and cost a few instructions.
 *
 * <p>Segment 0 holds the most significant 16 bits, which are the first four hex digits; two
 * fingerprints at Hamming distance at most {@value #MAX_LOOKUP_DISTANCE} agree in at least one
 * whole segment (pigeonhole; Manku, Jain, Das Sarma 2007, doi:10.1145/1242572.1242592).
 */
public final class Fingerprint {
  /** Name of the algorithm whose fingerprints these are; a change of output is a new name. */
  public static final String ALGORITHM = "simhash64_v1";

  /** Number of bits of a fingerprint, and the greatest possible Hamming distance. */
  public static final int BITS = 64;

  /** Number of segments a fingerprint is cut into. */
  public static final int SEGMENTS = 4;

  /** Number of bits of one segment. */
  public static final int SEGMENT_BITS = BITS / SEGMENTS;

  /** Number of hex digits of a whole fingerprint. */
  public static final int HEX_DIGITS = BITS / 4;

  /** The greatest distance at which two fingerprints are sure to share a segment. */
  public static final int MAX_LOOKUP_DISTANCE = SEGMENTS - 1;

  private static final HexFormat HEX = HexFormat.of();
  private static final String BINARY_PREFIX = "0b";
  private static final int MAX_SHOWN = 80;

  private Fingerprint() {}

  /** Number of bits in which the two fingerprints differ, 0 to 64. */
  public static int distance(long left, long right) {
    return Long.bitCount(left ^ right);
  }

  /** Similarity of two fingerprints at this distance: 1 when equal, 0 when all bits differ. */
  public static float similarity(int distance) {
    return 1f - distance / (float) BITS;
  }

  /** The 16 bits of segment {@code index} (0 is the most significant), as 0 to 65,535. */
  public static int segment(long fingerprint, int index) {
    return (int) (fingerprint >>> ((SEGMENTS - 1 - index) * SEGMENT_BITS)) & 0xFFFF;
  }

  /** Segment {@code index} as it is indexed: four lower-case hex digits. */
  public static String segmentHex(long fingerprint, int index) {
    return HEX.toHexDigits((short) segment(fingerprint, index));
  }

  /** The canonical form: 16 lower-case hex digits, most significant first. */
  public static String toHex(long fingerprint) {
    return HEX.toHexDigits(fingerprint);
  }

  /**
   * Reads the written form of a fingerprint.
   *
   * @param text 16 hex digits in either case, or {@code 0b} and exactly 64 binary digits
   * @throws IllegalArgumentException naming the value and the accepted forms
   */
  public static long parse(String text) {
    if (text.length() == HEX_DIGITS && areDigits(text, 0, 16)) {
      return HexFormat.fromHexDigitsToLong(text);
    }
    int binary = BINARY_PREFIX.length();
    if (text.length() == binary + BITS
        && text.startsWith(BINARY_PREFIX)
        && areDigits(text, binary, 2)) {
      return Long.parseUnsignedLong(text, binary, text.length(), 2);
    }
    throw notAFingerprint(text, text.length() + " characters");
  }

  /** A loop, since every document written pays for it. */
  private static boolean areDigits(String text, int from, int radix) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (HexFormat.isHexDigit(c) == false || HexFormat.fromHexDigit(c) >= radix) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads a fingerprint from a JSON value: a string as in {@link #parse}, or an integer from 0 to
   * 2^64 - 1.
   *
   * @throws IllegalArgumentException naming the value and the accepted forms
   */
  public static long parseValue(Object value) {
    if (value instanceof Number number) {
      return parseNumber(number);
    }
    if (value instanceof CharSequence text) {
      return parse(text.toString());
    }
    throw notAFingerprint(
        String.valueOf(value), value == null ? "null" : value.getClass().getSimpleName());
  }

  private static long parseNumber(Number number) {
    try {
      return Long.parseUnsignedLong(number.toString());
    } catch (NumberFormatException e) {
      throw notAFingerprint(number.toString(), "not an unsigned 64-bit integer");
    }
  }

  private static IllegalArgumentException notAFingerprint(String value, String seen) {
    return new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "a fingerprint is %d hex digits, [0b] and %d binary digits, or a JSON integer from 0 to"
                + " 2^%d - 1; got [%s] (%s)",
            HEX_DIGITS,
            BITS,
            BITS,
            shown(value),
            seen));
  }

  /** Short enough for a message, and whole characters only: half of one could not be sent back. */
  public static String shown(String value) {
    boolean whole = value.codePointCount(0, value.length()) <= MAX_SHOWN;
    String cut = whole ? value : value.substring(0, value.offsetByCodePoints(0, MAX_SHOWN)) + "…";
    return new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
