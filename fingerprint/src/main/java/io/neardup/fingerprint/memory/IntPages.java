// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/**
 * Many numbers in pages that no garbage collector treats as large objects, charged to an account
 * before they are allocated. All are 0 at first. They grow without being copied.
 */
public final class IntPages {
  private static final int BITS = 15;
  private static final int MASK = (1 << BITS) - 1;

  private final MemoryAccount memory;
  private int[][] pages = {};
  private int size;

  /**
   * @param memory takes the pages
   */
  public IntPages(int size, MemoryAccount memory) {
    this.memory = memory;
    resize(size);
  }

  /** The numbers of an array. */
  public static IntPages of(MemoryAccount memory, int... numbers) {
    IntPages pages = new IntPages(numbers.length, memory);
    pages.write(0, numbers, 0, numbers.length);
    return pages;
  }

  public int size() {
    return size;
  }

  public int get(int index) {
    return pages[index >>> BITS][index & MASK];
  }

  public void set(int index, int number) {
    pages[index >>> BITS][index & MASK] = number;
  }

  /** Makes room for more at the end, or gives back what is behind. */
  public void resize(int newSize) {
    memory.take((long) Integer.BYTES * Math.max(0, newSize - size));
    int count = (newSize + MASK) >>> BITS;
    int[][] resized = Arrays.copyOf(pages, count);
    for (int page = Math.max(0, Math.min(count, pages.length) - 1); page < count; page++) {
      int length = Math.min(MASK + 1, newSize - (page << BITS));
      resized[page] = page < pages.length ? Arrays.copyOf(pages[page], length) : new int[length];
    }
    pages = resized;
    memory.giveBack((long) Integer.BYTES * Math.max(0, size - newSize));
    size = newSize;
  }

  /** Makes room for half as many again, if there is none for so many. */
  public void grow(int needed) {
    if (needed > size) {
      resize((int) Math.min(Integer.MAX_VALUE - MASK, Math.max(needed, size + (size >> 1) + 16L)));
    }
  }

  /** Sets all. */
  public void fill(int number) {
    for (int[] page : pages) {
      Arrays.fill(page, number);
    }
  }

  /** Increments a number, and returns what it was. */
  public int getAndIncrement(int index) {
    return pages[index >>> BITS][index & MASK]++;
  }

  /** Copies from an array. */
  public void write(int at, int[] numbers, int from, int count) {
    for (int done = 0, to; done < count; done = to) {
      to = end(at + done, at + count) - at;
      System.arraycopy(
          numbers, from + done, pages[(at + done) >>> BITS], (at + done) & MASK, to - done);
    }
  }

  /** Copies to others. */
  public void copyTo(IntPages others, int from, int at, int count) {
    for (int done = 0, to; done < count; done = to) {
      to = end(from + done, from + count) - from;
      others.write(at + done, pages[(from + done) >>> BITS], (from + done) & MASK, to - done);
    }
  }

  /** The numbers of a range as they follow one another. */
  public static IntPages range(int size, MemoryAccount memory) {
    IntPages range = new IntPages(size, memory);
    for (int i = 0; i < size; i++) {
      range.set(i, i);
    }
    return range;
  }

  private static int end(int from, int to) {
    return (int) Math.min(to, (from | (long) MASK) + 1);
  }

  /** Copies to the beginning of an array. */
  public void read(int from, int[] numbers, int count) {
    for (int done = 0, to; done < count; done = to) {
      to = end(from + done, from + count) - from;
      System.arraycopy(
          pages[(from + done) >>> BITS], (from + done) & MASK, numbers, done, to - done);
    }
  }

  /** Gives all back; there are none any more. */
  public void release() {
    resize(0);
  }
}
