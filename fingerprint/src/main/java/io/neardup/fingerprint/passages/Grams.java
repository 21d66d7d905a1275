// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

/** Hashes of so many tokens in a row, each made from the one before it. For one thread. */
final class Grams {
  private static final long BASE = 0x9E3779B97F4A7C15L;

  private final long[] last;

  /** What a token counts when it leaves. */
  private final long leaving;

  private long sum;
  private long count;

  /**
   * @param length number of tokens
   */
  Grams(int length) {
    this.last = new long[length];
    long power = 1;
    for (int i = 0; i < length; i++) {
      power *= BASE;
    }
    this.leaving = power;
  }

  /** Starts a text. */
  void reset() {
    sum = 0;
    count = 0;
  }

  /** One more token, by its hash. */
  void add(long token) {
    int place = (int) (count % last.length);
    sum = sum * BASE + token;
    if (count >= last.length) {
      sum -= last[place] * leaving;
    }
    last[place] = token;
    count++;
  }

  /** Whether there are enough tokens for a hash. */
  boolean isFull() {
    return count >= last.length;
  }

  /** Number of tokens so far. */
  long count() {
    return count;
  }

  /** Of the last tokens, as many as are hashed together. */
  long hash() {
    return mix(sum);
  }

  /** Of a text that has fewer; no hash of as many equals it but by chance. */
  static long whole(long[] tokens, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum = sum * BASE + tokens[i];
    }
    return mix(~sum);
  }

  /** The finalizer of MurmurHash3. */
  private static long mix(long sum) {
    long mixed = (sum ^ sum >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
