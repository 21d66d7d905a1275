// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.Arrays;

/** The tokens of one text, by their hashes, and where each stands in it. Grows while it is made. */
public final class PassageText {
  /** Of a token. */
  public static final long BYTES_PER_TOKEN = Long.BYTES + 2 * Integer.BYTES;

  private static final int FIRST = 64;

  private long[] tokens = new long[FIRST];
  private int[] starts = new int[FIRST];
  private int[] ends = new int[FIRST];
  private int count;

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

  /** Has them winnowed. */
  public void winnow(Winnowing winnowing) {
    for (int i = 0; i < count; i++) {
      winnowing.add(tokens[i]);
    }
    winnowing.end();
  }
}
