// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * Keeps some hashes of a text, so that any two texts which share a passage of a certain length keep
 * at least one hash of it in common, wherever it stands: the format {@code winnow_v1}, robust
 * winnowing (Schleimer, Wilkerson and Aiken 2003). Of each window of hashes in a row the least one
 * is kept, 2 of {@code window + 1} on average. A text shorter than the passage is one hash. For one
 * thread, and any number of texts in a row.
 */
public final class Winnowing {
  /** Bits of a hash that is kept. */
  public static final int BITS = 40;

  private static final int LEFT_OUT = Long.SIZE - BITS;

  private static final Hasher64 TOKENS = Hashing.xxh64();

  private final PassageLength length;
  private final Kept kept;
  private final Grams grams;

  /** The hashes of the last window, each at its position modulo its length; unsigned order. */
  private final long[] window;

  /** Position of the hash that was kept last; -1 for none. */
  private long selected;

  /** What becomes of each hash that is kept. */
  @FunctionalInterface
  public interface Kept {
    /**
     * Called in the order of positions.
     *
     * @param hash {@value Winnowing#BITS} bits
     * @param position number of its first token in the text
     * @param window number of the first window that it is the least of
     */
    void keep(long hash, int position, int window);
  }

  public Winnowing(PassageLength length, Kept kept) {
    this.length = length;
    this.kept = kept;
    this.grams = new Grams(length.gram());
    this.window = Grams.ring(length.window());
    reset();
  }

  /** The hash of a token, which is so many bytes of UTF-8 from the offset on. */
  public static long token(byte[] utf8, int offset, int length) {
    return TOKENS.hashBytesToLong(utf8, offset, length);
  }

  private void reset() {
    grams.reset();
    selected = -1;
  }

  /** The next token of the text, by its hash. */
  public void add(long token) {
    grams.add(token);
    if (grams.isFull() == false) {
      return;
    }
    long position = grams.count() - length.gram();
    window[place(position)] = grams.hash();
    long start = position - length.window() + 1;
    if (start >= 0) {
      select(start, position);
    }
  }

  /** Keeps the least hash of the window: the one of the window before it, or else the last. */
  private void select(long start, long position) {
    long before = selected;
    if (selected < start) {
      selected = start;
      for (long i = start + 1; i <= position; i++) {
        if (compare(i, selected) <= 0) {
          selected = i;
        }
      }
    } else if (compare(position, selected) < 0) {
      selected = position;
    }
    if (selected != before) {
      kept.keep(
          window[place(selected)] >>> LEFT_OUT, Math.toIntExact(selected), Math.toIntExact(start));
    }
  }

  private int compare(long one, long other) {
    return Long.compareUnsigned(window[place(one)], window[place(other)]);
  }

  private int place(long position) {
    return (int) position & (window.length - 1);
  }

  /**
   * Ends the text; the next token begins another one.
   *
   * @return number of its tokens
   */
  public int end() {
    int tokens = Math.toIntExact(grams.count());
    if (tokens > 0 && tokens < length.tokens()) {
      kept.keep(grams.whole() >>> LEFT_OUT, 0, 0);
    }
    reset();
    return tokens;
  }
}
