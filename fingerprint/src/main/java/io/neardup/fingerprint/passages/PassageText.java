// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The tokens of a text, or of several one after the other, by their hashes, and where each stands
 * in its text. Grows while it is made.
 */
public final class PassageText {
  /** Of a token. */
  public static final long BYTES_PER_TOKEN = Long.BYTES + 2 * Integer.BYTES;

  private static final int FIRST = 64;

  private long[] tokens = new long[FIRST];
  private int[] starts = new int[FIRST];
  private int[] ends = new int[FIRST];
  private int count;

  /** Where texts begin; the first does anyway. */
  private final BitSet breaks = new BitSet();

  /** Of no text yet. */
  public PassageText() {}

  /**
   * Tokens without their places.
   *
   * @param breaks numbers of tokens by which other texts begin
   */
  PassageText(long[] tokens, int[] breaks) {
    this.tokens = tokens;
    this.starts = new int[0];
    this.ends = new int[0];
    this.count = tokens.length;
    for (int first : breaks) {
      this.breaks.set(first);
    }
  }

  /** The tokens alone. */
  long[] tokens() {
    return Arrays.copyOf(tokens, count);
  }

  /** Numbers of tokens by which other texts begin. */
  int[] breaks() {
    return breaks.get(0, count).stream().toArray();
  }

  /** The next token, if there is one, begins another text. */
  public void endText() {
    breaks.set(count);
  }

  /**
   * One more token.
   *
   * @param hash as {@link Winnowing#token} has it
   * @param start offset of its first character
   * @param end offset behind its last character
   */
  public void add(long hash, int start, int end) {
    if (count == tokens.length) {
      int more = count + (count >> 1);
      tokens = Arrays.copyOf(tokens, more);
      starts = Arrays.copyOf(starts, more);
      ends = Arrays.copyOf(ends, more);
    }
    tokens[count] = hash;
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  /** Number of tokens. */
  public int count() {
    return count;
  }

  /** The hash of a token. */
  public long token(int number) {
    return tokens[number];
  }

  /** Offset of its first character. */
  public int start(int number) {
    return starts[number];
  }

  /** Offset behind its last character. */
  public int end(int number) {
    return ends[number];
  }

  /** Whether this token is the first of its text. */
  boolean begins(int number) {
    return number == 0 || breaks.get(number);
  }

  /** Behind the last token of the text that this one belongs to. */
  public int textEnd(int number) {
    int next = breaks.nextSetBit(number + 1);
    return next < 0 ? count : Math.min(count, next);
  }

  /** Number of the text that this token belongs to, of those with tokens. */
  public int textNumber(int number) {
    return breaks.get(1, number + 1).cardinality();
  }

  /** Has them winnowed. */
  public void winnow(Winnowing winnowing) {
    winnow(0, count, winnowing);
  }

  /** Has the tokens of one of several texts winnowed. */
  void winnow(int from, int to, Winnowing winnowing) {
    for (int i = from; i < to; i++) {
      winnowing.add(tokens[i]);
    }
    winnowing.end();
  }
}
