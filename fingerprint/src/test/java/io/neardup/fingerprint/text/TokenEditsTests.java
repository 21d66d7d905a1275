// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.Test;

/** The greedy algorithm against the dynamic program. */
public class TokenEditsTests {
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  public void sameAsTheDynamicProgram() {
    for (int i = 0; i < 5000; i++) {
      int words = 1 + random.nextInt(8);
      long[] left = random.longs(random.nextInt(60), 0, words).toArray();
      long[] right = random.longs(random.nextInt(60), 0, words).toArray();
      assertSame(left, right);
      assertSame(left, edited(left));
    }
  }

  private void assertSame(long[] left, long[] right) {
    int edits = naive(left, right);
    int all = left.length + right.length;
    assertEquals(edits, TokenEdits.distance(left, right, all, TokenEditsTests::unchecked));
    assertEquals(
        edits, TokenEdits.distance(left, right, Integer.MAX_VALUE / 4, TokenEditsTests::unchecked));
    assertEquals(edits, TokenEdits.distance(left, right, edits, TokenEditsTests::unchecked));
    assertEquals(
        TokenEdits.TOO_MANY,
        TokenEdits.distance(left, right, edits - 1, TokenEditsTests::unchecked));
    double similarity = all == 0 ? 1 : 1 - edits / (double) all;
    assertEquals(similarity, TokenEdits.similarity(left, right, 0, TokenEditsTests::unchecked), 0);
    assertEquals(
        similarity, TokenEdits.similarity(left, right, similarity, TokenEditsTests::unchecked), 0);
    double least = random.nextDouble();
    assertEquals(
        similarity < least ? 0 : similarity,
        TokenEdits.similarity(left, right, least, TokenEditsTests::unchecked),
        0);
  }

  /** All tokens that are not in a longest common subsequence. */
  private static int naive(long[] left, long[] right) {
    int[][] common = new int[left.length + 1][right.length + 1];
    for (int i = 1; i <= left.length; i++) {
      for (int j = 1; j <= right.length; j++) {
        common[i][j] =
            left[i - 1] == right[j - 1]
                ? common[i - 1][j - 1] + 1
                : Math.max(common[i - 1][j], common[i][j - 1]);
      }
    }
    return left.length + right.length - 2 * common[left.length][right.length];
  }

  private long[] edited(long[] tokens) {
    List<Long> edited = new ArrayList<>();
    for (long token : tokens) {
      if (random.nextInt(10) > 0) {
        edited.add(token);
      }
      if (random.nextInt(10) == 0) {
        edited.add(random.nextLong(9));
      }
    }
    return edited.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  public void aReplacedTokenCountsTwo() {
    long[] left = {1, 2, 3, 4, 5};
    long[] right = {1, 2, 9, 4, 5};
    assertEquals(2, TokenEdits.distance(left, right, 10, TokenEditsTests::unchecked));
    assertEquals(0.8, TokenEdits.similarity(left, right, 0.5, TokenEditsTests::unchecked), 1e-12);
    assertEquals(
        1, TokenEdits.similarity(new long[0], new long[0], 0.9, TokenEditsTests::unchecked), 0);
    assertEquals(0, TokenEdits.similarity(left, new long[0], 0, TokenEditsTests::unchecked), 0);
  }

  /** A million tokens, of which two differ: no square of anything. */
  @Test
  public void longTextsThatAreNear() {
    long[] left = random.longs(1_000_000).toArray();
    long[] right = left.clone();
    right[10] = 1;
    right[999_990] = 1;
    assertEquals(4, TokenEdits.distance(left, right, 200_000, TokenEditsTests::unchecked));
    assertEquals(
        TokenEdits.TOO_MANY, TokenEdits.distance(left, right, 3, TokenEditsTests::unchecked));
  }

  /** Nothing in common: as many edits as tokens, of which only some are counted. */
  @Test
  public void textsThatAreFarApart() {
    long[] left = random.longs(50_000, 0, 3000).toArray();
    long[] right = random.longs(50_000, 0, 3000).toArray();
    int[] checks = {0};
    assertEquals(
        "it cannot be told",
        TokenEdits.TOO_MANY,
        TokenEdits.similarity(left, right, 0.1, () -> checks[0]++),
        0);
    assertTrue("each of some million steps: " + checks[0], checks[0] > 50);
    assertEquals(
        "it is less", 0, TokenEdits.similarity(left, right, 0.81, TokenEditsTests::unchecked), 0);
    assertThrows(
        CancellationException.class,
        () ->
            TokenEdits.similarity(
                left,
                right,
                0.1,
                () -> {
                  throw new CancellationException();
                }));
  }

  @Test
  public void countsFewerEditsOfLongerTexts() {
    assertEquals(0, TokenEdits.counted(0));
    assertEquals(7, TokenEdits.counted(7));
    assertEquals(TokenEdits.MAX_EDITS, TokenEdits.counted(100_000));
    assertEquals(2000, TokenEdits.counted(1_000_000));
  }

  private static void unchecked() {}
}
