// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.SplittableRandom;
import org.junit.Test;

/** Bit-parallel against the dynamic program. */
public class LevenshteinTests {
  private final SplittableRandom random = new SplittableRandom(6);

  @Test
  public void sameAsTheDynamicProgram() {
    for (int i = 0; i < 3000; i++) {
      int letters = 1 + random.nextInt(6);
      String left = text(random.nextInt(random.nextInt(257) + 1), letters);
      String right = text(random.nextInt(random.nextInt(257) + 1), letters);
      assertSame(left, right);
      assertSame(left, edited(left));
    }
  }

  /** Where one word of 64 cells ends and the next one begins. */
  @Test
  public void lengthsAroundWords() {
    for (int length : new int[] {0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256}) {
      for (int other : new int[] {0, 1, 63, 64, 65, 128, 256}) {
        for (int letters = 1; letters < 4; letters++) {
          assertSame(text(length, letters), text(other, letters));
        }
      }
    }
  }

  private static void assertSame(String left, String right) {
    int distance = naive(left.codePoints().toArray(), right.codePoints().toArray());
    assertEquals(left + " / " + right, distance, Levenshtein.distance(left, right));
  }

  private static int naive(int[] left, int[] right) {
    int[] row = new int[right.length + 1];
    for (int j = 0; j <= right.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length; i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= right.length; j++) {
        int replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length];
  }

  private String text(int length, int letters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int letter = random.nextInt(letters);
      text.appendCodePoint(letter == 3 ? 0x1F600 : 'a' + letter);
    }
    return text.toString();
  }

  private String edited(String text) {
    StringBuilder edited = new StringBuilder(text);
    for (int edits = random.nextInt(5); edits > 0 && edited.length() > 0; edits--) {
      edited.setCharAt(random.nextInt(edited.length()), 'b');
      edited.deleteCharAt(random.nextInt(edited.length()));
    }
    return edited.toString();
  }

  @Test
  public void similarityIsOfTheLongerText() {
    assertEquals(1, Levenshtein.similarity("", ""), 0);
    assertEquals(0, Levenshtein.similarity("", "abc"), 0);
    assertEquals(1, Levenshtein.similarity("kitten", "kitten"), 0);
    assertEquals(1 - 3 / 7.0, Levenshtein.similarity("kitten", "sitting"), 0);
    assertEquals("characters, not chars", 0.5, Levenshtein.similarity("a😀", "b😀"), 0);
  }

  @Test
  public void refusesLongTexts() {
    String longest = "😀".repeat(256);
    String tooLong = longest + "b";
    assertEquals(256, Levenshtein.distance(longest, ""));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Levenshtein.similarity("a", tooLong));
    assertEquals(
        "texts are compared by characters up to [256] of them, got [257]; compare longer ones by"
            + " tokens",
        e.getMessage());
  }
}
