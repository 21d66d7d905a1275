// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/**
 * A set of small numbers, a bit each, charged to an account. In one array, since bits are read in
 * no order by the most frequent loops, and even those of 100 million numbers are 12 MB.
 */
public final class Bits {
  private static final int BITS = 6;

  private final MemoryAccount memory;
  private long[] words = {};
  private int size;

  /** An empty set of numbers below a size. */
  public Bits(int size, MemoryAccount memory) {
    this.memory = memory;
    grow(size);
  }

  /** Makes room for greater numbers. */
  public void grow(int newSize) {
    int length = (int) ((newSize + 63L) >>> BITS);
    if (length > words.length) {
      words = Growth.grow(words, length, memory);
    }
    size = newSize;
  }

  /** All numbers are below it. */
  public int size() {
    return size;
  }

  public boolean get(int bit) {
    return (words[bit >>> BITS] >>> bit & 1) != 0;
  }

  public void set(int bit) {
    words[bit >>> BITS] |= 1L << bit;
  }

  public void clear(int bit) {
    words[bit >>> BITS] &= ~(1L << bit);
  }

  /** Adds all numbers below the size. */
  public void setAll() {
    int length = size >>> BITS;
    Arrays.fill(words, 0, length, -1);
    if (size % Long.SIZE != 0) {
      words[length] = (1L << size) - 1;
    }
  }

  /** The least number of the set from one on; -1 if there is none. */
  public int nextSetBit(int from) {
    if (from >= size) {
      return -1;
    }
    int at = from >>> BITS;
    long word = words[at] & (-1L << from);
    while (word == 0) {
      if (++at == words.length) {
        return -1;
      }
      word = words[at];
    }
    return (at << BITS) + Long.numberOfTrailingZeros(word);
  }

  /** How many are in the set. */
  public int cardinality() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** Gives the memory back; the set must not be used any more. */
  public void release() {
    memory.giveBack((long) Long.BYTES * words.length);
    words = new long[0];
  }
}
