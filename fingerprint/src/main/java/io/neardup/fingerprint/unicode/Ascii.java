// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Processes eight ASCII characters at a time, as the bytes of a long. A loop over single characters
 * would mispredict its end for nearly every word (Warren, Hacker's Delight, 2nd ed., 6-1; {@code
 * AnalyzedTextBenchmark}).
 */
public final class Ascii {
  /** The first character that is not ASCII. */
  public static final int END = 0x80;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
  private static final long CASE_BITS = ONES * ('a' - 'A');
  private static final char NOT_ASCII = 0xFFFF & -END;
  private static final char[] ZEROS = new char[512];

  private Ascii() {}

  /**
   * Whether all of it is ASCII. Copies, masks and compares some hundred characters at a time, each
   * a loop over vectors: an eighth of the time of a loop over {@code charAt}, which a document with
   * two sketches would run through five times.
   */
  public static boolean isAscii(String text) {
    char[] high = new char[Math.min(ZEROS.length, text.length())];
    for (int from = 0; from < text.length(); from += high.length) {
      int length = Math.min(high.length, text.length() - from);
      text.getChars(from, from + length, high, 0);
      for (int i = 0; i < length; i++) {
        high[i] &= NOT_ASCII;
      }
      if (Arrays.equals(high, 0, length, ZEROS, 0, length) == false) {
        return false;
      }
    }
    return true;
  }

  /**
   * Number of letters, A to Z and a to z, before the first other byte.
   *
   * @param bytes any; negative ones are not letters
   */
  public static int letters(byte[] bytes, int start) {
    int at = start;
    while (at <= bytes.length - Long.BYTES) {
      long eight = (long) LONGS.get(bytes, at);
      long others = ~(between(eight | CASE_BITS, 'a', 'z') & ~eight) & HIGH_BITS;
      at += Long.numberOfTrailingZeros(others) / Byte.SIZE;
      if (others != 0) {
        return at - start;
      }
    }
    while (at < bytes.length && isLetter(bytes[at])) {
      at++;
    }
    return at - start;
  }

  /**
   * Copies ASCII text in lower case.
   *
   * @param to with room for seven more bytes, which are overwritten
   */
  public static void copyLowerCase(byte[] from, int start, int length, byte[] to, int offset) {
    int i = 0;
    for (; i < length && start + i <= from.length - Long.BYTES; i += Long.BYTES) {
      long eight = (long) LONGS.get(from, start + i);
      LONGS.set(to, offset + i, eight | between(eight, 'A', 'Z') >>> 2);
    }
    for (; i < length; i++) {
      byte b = from[start + i];
      to[offset + i] = b >= 'A' && b <= 'Z' ? (byte) (b | CASE_BITS) : b;
    }
  }

  /** Sets the highest bit of each byte whose other bits lie in the range. */
  private static long between(long eight, char first, char last) {
    long low = eight & ~HIGH_BITS;
    return low + ONES * (END - first) & ~(low + ONES * (END - 1 - last)) & HIGH_BITS;
  }

  private static boolean isLetter(byte b) {
    int lower = b | 'a' - 'A';
    return lower >= 'a' && lower <= 'z';
  }
}
