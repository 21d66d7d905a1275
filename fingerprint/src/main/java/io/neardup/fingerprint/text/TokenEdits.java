// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.text;

import java.util.Arrays;

/**
 * How many tokens must be inserted and deleted to make one text of another, by the greedy algorithm
 * of Myers, <i>An O(ND) Difference Algorithm and Its Variations</i> (1986, <a
 * href="https://doi.org/10.1007/BF01840446">doi:10.1007/BF01840446</a>): time (tokens x edits), so
 * that it is fast where texts are near, and memory for as many edits as are allowed. A replaced
 * token counts two. Tokens are compared by their hashes.
 */
public final class TokenEdits {
  /** What is answered if there are more edits than allowed, or than are counted. */
  public static final int TOO_MANY = -1;

  /** Edits that are counted: their square is the time. */
  public static final int MAX_EDITS = 20_000;

  /** The same for texts that are so repetitive that each edit reads them once more. */
  private static final long MAX_STEPS = 2_000_000_000L;

  /** Steps between two checks: at most some milliseconds. */
  private static final int STEPS_PER_CHECK = 1_000_000;

  private TokenEdits() {}

  /** How many edits are counted between texts that have this many tokens together. */
  public static int counted(long tokens) {
    return (int) Math.min(Math.min(tokens, MAX_EDITS), MAX_STEPS / Math.max(1, tokens));
  }

  /**
   * 1 less the edits as a part of all tokens of both texts: 1 when equal, 0 when nothing is in
   * common; for two empty texts 1.
   *
   * @param least similarities below this need not be told apart: less time and memory the higher it
   *     is
   * @param check as for {@link #distance}
   * @return the similarity, or 0 if it is below {@code least}; {@link #TOO_MANY} if telling that
   *     takes more edits than are {@link #counted}
   */
  public static double similarity(long[] left, long[] right, double least, Runnable check) {
    long tokens = (long) left.length + right.length;
    if (tokens == 0) {
      return 1;
    }
    // Rounded up a little: 1 - edits / tokens is compared, not this bound.
    long allowed = Math.min((long) Math.ceil((1 - least) * tokens + 1e-6), tokens);
    int counted = counted(tokens);
    int edits = distance(left, right, (int) Math.min(allowed, counted), check);
    if (edits == TOO_MANY) {
      return allowed > counted ? TOO_MANY : 0;
    }
    double similarity = 1 - edits / (double) tokens;
    return similarity >= least ? similarity : 0;
  }

  /**
   * Number of insertions and deletions.
   *
   * @param allowed memory is taken for 2 {@code allowed} + 3 numbers, or fewer if the texts are
   *     shorter
   * @param check called every few milliseconds; throws to stop counting
   * @return {@link #TOO_MANY} if there are more than allowed
   */
  public static int distance(long[] left, long[] right, int allowed, Runnable check) {
    if (Math.abs(left.length - right.length) > allowed) {
      return TOO_MANY;
    }
    int start = Arrays.mismatch(left, right);
    if (start < 0) {
      return 0;
    }
    int end = commonEnd(left, right, Math.min(left.length, right.length) - start);
    return new Middle(left, left.length - end, right, right.length - end, start)
        .distance(allowed, check);
  }

  private static int commonEnd(long[] left, long[] right, int limit) {
    int end = 0;
    while (end < limit && left[left.length - 1 - end] == right[right.length - 1 - end]) {
      end++;
    }
    return end;
  }

  /** What is left between the common beginning and the common end. */
  private static final class Middle {
    private final long[] left;
    private final int leftEnd;
    private final long[] right;
    private final int rightEnd;
    private final int start;

    Middle(long[] left, int leftEnd, long[] right, int rightEnd, int start) {
      this.left = left;
      this.leftEnd = leftEnd;
      this.right = right;
      this.rightEnd = rightEnd;
      this.start = start;
    }

    int distance(int allowed, Runnable check) {
      int most = (int) Math.min(allowed, (long) leftEnd + rightEnd - 2L * start);
      // For each diagonal, left place less right place, the farthest place that was reached.
      int[] reached = new int[2 * most + 3];
      int middle = most + 1;
      reached[middle + 1] = start;
      long steps = 0;
      for (int edits = 0; edits <= most; edits++) {
        for (int diagonal = -edits; diagonal <= edits; diagonal += 2) {
          int from = farther(reached, middle + diagonal, edits, diagonal);
          int place = snake(from, diagonal);
          reached[middle + diagonal] = place;
          steps += 1 + place - from;
          if (steps > STEPS_PER_CHECK) {
            check.run();
            steps = 0;
          }
          if (place >= leftEnd && place - diagonal >= rightEnd) {
            return edits;
          }
        }
      }
      return TOO_MANY;
    }

    private static int farther(int[] reached, int at, int edits, int diagonal) {
      boolean insert =
          diagonal == -edits || (diagonal != edits && reached[at - 1] < reached[at + 1]);
      return insert ? reached[at + 1] : reached[at - 1] + 1;
    }

    /** Along equal tokens, which cost nothing. */
    private int snake(int from, int diagonal) {
      int place = from;
      while (place < leftEnd
          && place - diagonal < rightEnd
          && left[place] == right[place - diagonal]) {
        place++;
      }
      return place;
    }
  }
}
