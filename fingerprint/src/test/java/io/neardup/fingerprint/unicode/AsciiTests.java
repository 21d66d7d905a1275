// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.unicode;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.Test;

/** Eight at a time against one at a time. */
public class AsciiTests {
  private final Random random = new Random(42);

  private byte[] bytes(int length, String often) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] =
          (byte)
              (random.nextInt(8) > 0
                  ? often.charAt(random.nextInt(often.length()))
                  : random.nextInt());
    }
    return bytes;
  }

  @Test
  public void lettersUpToTheFirstOtherByte() {
    for (int round = 0; round < 100_000; round++) {
      byte[] bytes = bytes(random.nextInt(30), "abyzABYZ");
      int start = random.nextInt(bytes.length + 1);
      int end = start;
      while (end < bytes.length && String.valueOf((char) bytes[end]).matches("[A-Za-z]")) {
        end++;
      }
      assertEquals(Arrays.toString(bytes), end - start, Ascii.letters(bytes, start));
    }
  }

  @Test
  public void everyByteIsALetterOrNot() {
    for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
      boolean letter = Character.isLetter(b) && b > 0;
      for (int place = 0; place < 9; place++) {
        byte[] bytes = "abcdefghi".getBytes(StandardCharsets.US_ASCII);
        bytes[place] = (byte) b;
        assertEquals(letter ? 9 : place, Ascii.letters(bytes, 0));
      }
    }
  }

  @Test
  public void lowerCase() {
    for (int round = 0; round < 10_000; round++) {
      String from = ascii(random.nextInt(40));
      int start = random.nextInt(from.length() + 1);
      int length = random.nextInt(from.length() - start + 1);
      byte[] to = new byte[3 + length + Long.BYTES - 1];
      Ascii.copyLowerCase(from.getBytes(StandardCharsets.US_ASCII), start, length, to, 3);
      byte[] expected =
          from.substring(start, start + length)
              .toLowerCase(Locale.ROOT)
              .getBytes(StandardCharsets.US_ASCII);
      assertArrayEquals(from, expected, Arrays.copyOfRange(to, 3, 3 + length));
    }
  }

  private String ascii(int length) {
    StringBuilder ascii = new StringBuilder();
    for (int i = 0; i < length; i++) {
      ascii.append((char) random.nextInt(Ascii.END));
    }
    return ascii.toString();
  }

  @Test
  public void isAscii() {
    String ascii = ascii(1100) + "\u007f";
    assertTrue(Ascii.isAscii(ascii));
    for (String other : new String[] {"\u0080", "é", "漢", "\ud800"}) {
      for (int i = 0; i <= ascii.length(); i++) {
        assertFalse(Ascii.isAscii(ascii.substring(0, i) + other + ascii.substring(i)));
      }
    }
  }
}
