// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

/** As many bits as {@link LongPages} have room for: a set of small numbers. */
public final class BitPages {
  private static final int BITS = 6;

  private final LongPages words;
  private int size;

  /** An empty set of numbers below a size. */
  public BitPages(int size, MemoryAccount memory) {
    this.size = size;
    this.words = new LongPages((int) ((size + 63L) >>> BITS), memory);
  }

  /** Makes room for greater numbers. */
  public void grow(int newSize) {
    words.resize((int) ((newSize + 63L) >>> BITS));
    size = newSize;
  }

  public boolean get(int bit) {
    return (words.get(bit >>> BITS) >>> bit & 1) != 0;
  }

  public void set(int bit) {
    words.or(bit >>> BITS, 1L << bit);
  }

  public void clear(int bit) {
    words.set(bit >>> BITS, words.get(bit >>> BITS) & ~(1L << bit));
  }

  /** Adds all numbers below the size. */
  public void setAll() {
    words.fill(-1);
    if (size % Long.SIZE != 0) {
      words.set(words.size() - 1, (1L << size) - 1);
    }
  }

  /** The least number of the set from one on; -1 if there is none. */
  public int nextSetBit(int from) {
    if (from >= size) {
      return -1;
    }
    int at = from >>> BITS;
    long word = words.get(at) & (-1L << from);
    while (word == 0) {
      if (++at == words.size()) {
        return -1;
      }
      word = words.get(at);
    }
    return (at << BITS) + Long.numberOfTrailingZeros(word);
  }

  /** How many are in the set. */
  public int cardinality() {
    int count = 0;
    for (int at = 0; at < words.size(); at++) {
      count += Long.bitCount(words.get(at));
    }
    return count;
  }

  /** Gives the pages back; the set must not be used any more. */
  public void release() {
    words.release();
  }
}
