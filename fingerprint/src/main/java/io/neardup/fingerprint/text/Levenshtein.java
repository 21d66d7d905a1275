// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How many characters must be inserted, deleted or replaced to make one short text of another: the
 * bit-parallel algorithm of Myers (1999, <a
 * href="https://doi.org/10.1145/316542.316550">doi:10.1145/316542.316550</a>) as Hyyrö wrote it for
 * several words (2003). 64 cells of the dynamic program at a time: at most 256 x 4 steps.
 * Characters are code points.
 */
public final class Levenshtein {
  /** Greatest number of characters of a text. */
  public static final int MAX_CHARACTERS = 256;

  private static final long[] NOWHERE = new long[MAX_CHARACTERS / Long.SIZE];

  private Levenshtein() {}

  /**
   * 1 less the distance as a part of the longer text: 1 when equal, 0 when nothing is in its place;
   * for two empty texts 1.
   *
   * @throws IllegalArgumentException if a text is longer than {@value #MAX_CHARACTERS} characters
   */
  public static double similarity(String left, String right) {
    int[] ours = codePoints(left);
    int[] theirs = codePoints(right);
    int longer = Math.max(ours.length, theirs.length);
    return longer == 0 ? 1 : 1 - distance(ours, theirs) / (double) longer;
  }

  /** Whether a text is short enough to be compared by characters. */
  public static boolean takes(String text) {
    // So much is looked at only: a text from anywhere may be long.
    return text.codePointCount(0, Math.min(text.length(), 2 * MAX_CHARACTERS + 2))
        <= MAX_CHARACTERS;
  }

  /**
   * The number of characters inserted, deleted or replaced.
   *
   * @throws IllegalArgumentException if a text is longer than {@value #MAX_CHARACTERS} characters
   */
  public static int distance(String left, String right) {
    return distance(codePoints(left), codePoints(right));
  }

  private static int[] codePoints(String text) {
    if (takes(text) == false) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "texts are compared by characters up to [%d] of them, got [%d]; compare longer ones"
                  + " by tokens",
              MAX_CHARACTERS,
              text.codePointCount(0, text.length())));
    }
    return text.codePoints().toArray();
  }

  private static int distance(int[] pattern, int[] text) {
    return pattern.length == 0 ? text.length : new Columns(pattern).distance(text);
  }

  /** The column of the dynamic program, as differences of cells that follow each other. */
  private static final class Columns {
    private final Map<Integer, long[]> places = new HashMap<>();
    private final int words;
    private final long last;
    private final long[] up;
    private final long[] down;
    private int score;

    Columns(int[] pattern) {
      words = (pattern.length + Long.SIZE - 1) / Long.SIZE;
      last = 1L << (pattern.length - 1);
      up = new long[words];
      down = new long[words];
      score = pattern.length;
      for (int i = 0; i < pattern.length; i++) {
        places.computeIfAbsent(pattern[i], c -> new long[words])[i / Long.SIZE] |= 1L << i;
      }
      for (int word = 0; word < words; word++) {
        up[word] = -1;
      }
    }

    int distance(int[] text) {
      for (int character : text) {
        next(places.getOrDefault(character, NOWHERE));
      }
      return score;
    }

    /** One more character of the text: the first row grows by one, which is carried in. */
    private void next(long[] equal) {
      int carry = 1;
      for (int word = 0; word < words; word++) {
        carry = nextWord(word, equal[word], carry);
      }
      score += carry;
    }

    /**
     * @param carry the horizontal difference above the word: -1, 0 or 1
     * @return the one at its last cell
     */
    private int nextWord(int word, long equal, int carry) {
      long plus = up[word];
      long minus = down[word];
      long negative = carry < 0 ? 1 : 0;
      long positive = carry > 0 ? 1 : 0;
      long vertical = equal | minus;
      long matched = equal | negative;
      long diagonal = ((matched & plus) + plus ^ plus) | matched;
      long horizontalPlus = minus | ~(diagonal | plus);
      long horizontalMinus = plus & diagonal;
      long lowest = word == words - 1 ? last : Long.MIN_VALUE;
      int out = (horizontalPlus & lowest) != 0 ? 1 : (horizontalMinus & lowest) != 0 ? -1 : 0;
      horizontalPlus = horizontalPlus << 1 | positive;
      horizontalMinus = horizontalMinus << 1 | negative;
      up[word] = horizontalMinus | ~(vertical | horizontalPlus);
      down[word] = horizontalPlus & vertical;
      return out;
    }
  }
}
