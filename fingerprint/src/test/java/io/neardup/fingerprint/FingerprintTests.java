// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.Test;

public class FingerprintTests {
  private static final long FINGERPRINT = 0x9f3a_5c3b_12ff_00aaL;
  private static final String HEX = "9f3a5c3b12ff00aa";
  private static final String FORMS =
      "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0 to"
          + " 2^64 - 1; got ";

  @Test
  public void distanceCountsDifferingBits() {
    assertEquals(0, Fingerprint.distance(FINGERPRINT, FINGERPRINT));
    assertEquals(64, Fingerprint.distance(FINGERPRINT, ~FINGERPRINT));
    // 0b0101 and 0b0110 differ in the two lowest bits.
    assertEquals(2, Fingerprint.distance(5, 6));
    assertEquals(1, Fingerprint.distance(0, Long.MIN_VALUE));
  }

  @Test
  public void similarityIsTheShareOfEqualBits() {
    assertEquals(1f, Fingerprint.similarity(0), 0f);
    // 1 - 3 / 64, exact in a float.
    assertEquals(0.953125f, Fingerprint.similarity(3), 0f);
    assertEquals(0.5f, Fingerprint.similarity(32), 0f);
    assertEquals(0f, Fingerprint.similarity(64), 0f);
  }

  @Test
  public void segmentsAreTheHexDigitsInGroupsOfFour() {
    assertEquals(
        List.of("9f3a", "5c3b", "12ff", "00aa"),
        IntStream.range(0, 4).mapToObj(s -> Fingerprint.segmentHex(FINGERPRINT, s)).toList());
    assertEquals(
        List.of(0x9f3a, 0x5c3b, 0x12ff, 0x00aa),
        IntStream.range(0, 4).mapToObj(s -> Fingerprint.segment(FINGERPRINT, s)).toList());
    // Never negative, in spite of the sign bit.
    assertEquals(0xFFFF, Fingerprint.segment(-1L, 0));
  }

  @Test
  public void nearFingerprintsShareASegment() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long left = random.nextLong();
      long right = left;
      for (int bit = 0; bit < Fingerprint.MAX_LOOKUP_DISTANCE; bit++) {
        right ^= 1L << random.nextInt(64);
      }
      long other = right;
      assertTrue(
          IntStream.range(0, Fingerprint.SEGMENTS)
              .anyMatch(s -> Fingerprint.segment(left, s) == Fingerprint.segment(other, s)));
    }
    // One bit more, and each segment may differ: the distance is the greatest possible one.
    long everySegment = 0x0001_0001_0001_0001L;
    assertEquals(Fingerprint.MAX_LOOKUP_DISTANCE + 1, Long.bitCount(everySegment));
  }

  @Test
  public void hexHasLeadingZerosAndIsLowerCase() {
    assertEquals(HEX, Fingerprint.toHex(FINGERPRINT));
    assertEquals("0000000000000000", Fingerprint.toHex(0));
    assertEquals("000000000000000f", Fingerprint.toHex(15));
    assertEquals("ffffffffffffffff", Fingerprint.toHex(-1));
  }

  @Test
  public void parsesHexInEitherCase() {
    assertEquals(FINGERPRINT, Fingerprint.parse(HEX));
    assertEquals(FINGERPRINT, Fingerprint.parse(HEX.toUpperCase(Locale.ROOT)));
    // Sixteen decimal digits are hex as well.
    assertEquals(0x1234_5678_9012_3456L, Fingerprint.parse("1234567890123456"));
    // Begins like a binary literal, but has the length of hex.
    assertEquals(0x0b00_0000_0000_0001L, Fingerprint.parse("0b00000000000001"));
  }

  @Test
  public void parsesBinary() {
    assertEquals(FINGERPRINT, Fingerprint.parse("0b" + Long.toBinaryString(FINGERPRINT)));
    assertEquals(1L, Fingerprint.parse("0b" + "0".repeat(63) + "1"));
    assertEquals(-1L, Fingerprint.parse("0b" + "1".repeat(64)));
  }

  @Test
  public void everyFingerprintComesBack() {
    Random random = new Random(2);
    for (int i = 0; i < 1000; i++) {
      long fingerprint = random.nextLong();
      assertEquals(fingerprint, Fingerprint.parse(Fingerprint.toHex(fingerprint)));
      assertEquals(
          fingerprint, Fingerprint.parseValue(new BigInteger(Long.toUnsignedString(fingerprint))));
    }
  }

  @Test
  public void refusesOtherTexts() {
    assertRefused(HEX.substring(1), "15 characters");
    assertRefused(HEX + "0", "17 characters");
    assertRefused("", "0 characters");
    assertRefused("9f3a5c3b12ff00ag", "16 characters");
    assertRefused("0x3a5c3b12ff00aa", "16 characters");
    assertRefused(" f3a5c3b12ff00aa", "16 characters");
    assertRefused("-f3a5c3b12ff00aa", "16 characters");
    // Digits of another script are digits to Character.digit, not here.
    assertRefused("٣".repeat(16), "16 characters");
    assertRefused("0b" + "١".repeat(64), "66 characters");
    assertRefused("0b" + "1".repeat(63), "65 characters");
    assertRefused("0b" + "1".repeat(63) + "2", "66 characters");
    assertRefused("0B" + "1".repeat(64), "66 characters");
    assertRefused("1".repeat(64), "64 characters");
  }

  @Test
  public void showsTheBeginningOfLongTexts() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Fingerprint.parse("f".repeat(1_000_000)));
    assertEquals(FORMS + "[" + "f".repeat(80) + "…] (1000000 characters)", e.getMessage());
  }

  /** Half of a character cannot be written as UTF-8, and the answer would be an HTTP 500. */
  @Test
  public void showsWholeCharactersOnly() {
    String smiley = "\uD83D\uDE00";
    String many = "f" + smiley.repeat(80);
    IllegalArgumentException cut =
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse(many));
    assertEquals(FORMS + "[f" + smiley.repeat(79) + "…] (161 characters)", cut.getMessage());
    IllegalArgumentException half =
        assertThrows(IllegalArgumentException.class, () -> Fingerprint.parse("f\uD83D"));
    assertEquals(FORMS + "[f?] (2 characters)", half.getMessage());
  }

  @Test
  public void parsesValuesOfJson() {
    assertEquals(FINGERPRINT, Fingerprint.parseValue(HEX));
    assertEquals(FINGERPRINT, Fingerprint.parseValue(CharBuffer.wrap(HEX)));
    assertEquals(0L, Fingerprint.parseValue(0));
    assertEquals(255L, Fingerprint.parseValue((short) 255));
    assertEquals(Long.MAX_VALUE, Fingerprint.parseValue(Long.MAX_VALUE));
    // 2^64 - 1
    assertEquals(-1L, Fingerprint.parseValue(new BigInteger("18446744073709551615")));
  }

  @Test
  public void refusesOtherValues() {
    String noInteger = "not an unsigned 64-bit integer";
    assertValueRefused(-1, "-1", noInteger);
    assertValueRefused(3.0, "3.0", noInteger);
    assertValueRefused(1e18, "1.0E18", noInteger);
    assertValueRefused(Double.NaN, "NaN", noInteger);
    assertValueRefused(new BigDecimal("1E+3"), "1E+3", noInteger);
    // 2^64
    String tooLarge = "18446744073709551616";
    assertValueRefused(new BigInteger(tooLarge), tooLarge, noInteger);
    assertValueRefused(null, "null", "null");
    assertValueRefused(true, "true", "Boolean");
    assertValueRefused("7", "7", "1 characters");
  }

  private static void assertRefused(String text, String seen) {
    IllegalArgumentException e =
        assertThrows(text, IllegalArgumentException.class, () -> Fingerprint.parse(text));
    assertEquals(FORMS + "[" + text + "] (" + seen + ")", e.getMessage());
  }

  private static void assertValueRefused(Object value, String shown, String seen) {
    IllegalArgumentException e =
        assertThrows(shown, IllegalArgumentException.class, () -> Fingerprint.parseValue(value));
    assertEquals(FORMS + "[" + shown + "] (" + seen + ")", e.getMessage());
  }
}
