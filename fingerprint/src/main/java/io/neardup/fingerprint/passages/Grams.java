// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

/** Hashes of so many tokens in a row, each made from the one before it. For one thread. */
final class Grams {
  private static final long BASE = 0x9E3779B97F4A7C15L;

  /** The tokens to leave, each at its number modulo the length, a power of two. */
  private final long[] last;

  private final int length;

  /** What a token counts when it leaves. */
  private final long leaving;

  private long sum;
  private long all;
  private long count;

  /**
   * @param length number of tokens
   */
  Grams(int length) {
    this.length = length;
    this.last = ring(length);
    long power = 1;
    for (int i = 0; i < length; i++) {
      power *= BASE;
    }
    this.leaving = power;
  }

  /** Has place for so many numbers in a row, each at its own modulo the length. */
  static long[] ring(int numbers) {
    return new long[1 << (Integer.SIZE - Integer.numberOfLeadingZeros(numbers - 1))];
  }

  /** Starts a text. */
  void reset() {
    sum = 0;
    all = 0;
    count = 0;
  }

  /** One more token, by its hash. */
  void add(long token) {
    sum = sum * BASE + token;
    all = all * BASE + token;
    if (count >= length) {
      sum -= last[place(count - length)] * leaving;
    }
    last[place(count)] = token;
    count++;
  }

  private int place(long number) {
    return (int) number & (last.length - 1);
  }

  /** Whether there are enough tokens for a hash. */
  boolean isFull() {
    return count >= length;
  }

  /** Number of tokens so far. */
  long count() {
    return count;
  }

  /** Of the last tokens, as many as are hashed together. */
  long hash() {
    return mix(sum);
  }

  /** Of all tokens so far; no hash of as many equals it but by chance. */
  long whole() {
    return mix(~all);
  }

  /** The same of these tokens. */
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
