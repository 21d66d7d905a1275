// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/**
 * Many numbers in pages that no garbage collector treats as large objects, charged to an account
 * before they are allocated. All are 0 at first. They grow without being copied.
 */
public final class LongPages {
  private static final int BITS = 15;
  private static final int MASK = (1 << BITS) - 1;

  private final MemoryAccount memory;
  private long[][] pages = {};
  private int size;

  /**
   * @param memory takes the pages
   */
  public LongPages(int size, MemoryAccount memory) {
    this.memory = memory;
    resize(size);
  }

  /** The numbers of an array. */
  public static LongPages of(MemoryAccount memory, long... numbers) {
    LongPages pages = new LongPages(numbers.length, memory);
    pages.write(0, numbers, 0, numbers.length);
    return pages;
  }

  public int size() {
    return size;
  }

  public long get(int index) {
    return pages[index >>> BITS][index & MASK];
  }

  public void set(int index, long number) {
    pages[index >>> BITS][index & MASK] = number;
  }

  /** The page with a number, from {@link #offset} on. */
  public long[] page(int index) {
    return pages[index >>> BITS];
  }

  /** Where a number is in its page. */
  public static int offset(int index) {
    return index & MASK;
  }

  /** Where the numbers end that are in one page with the first one. */
  public static int end(int from, int to) {
    return (int) Math.min(to, (from | (long) MASK) + 1);
  }

  /** Makes room for more at the end, or gives back what is behind. */
  public void resize(int newSize) {
    memory.take((long) Long.BYTES * Math.max(0, newSize - size));
    int count = (newSize + MASK) >>> BITS;
    long[][] resized = Arrays.copyOf(pages, count);
    for (int page = Math.max(0, Math.min(count, pages.length) - 1); page < count; page++) {
      int length = Math.min(MASK + 1, newSize - (page << BITS));
      resized[page] = page < pages.length ? Arrays.copyOf(pages[page], length) : new long[length];
    }
    pages = resized;
    memory.giveBack((long) Long.BYTES * Math.max(0, size - newSize));
    size = newSize;
  }

  /** Makes room for half as many again, if there is none for so many. */
  public void grow(int needed) {
    if (needed > size) {
      resize((int) Math.min(Integer.MAX_VALUE - MASK, Math.max(needed, size + (size >> 1) + 16L)));
    }
  }

  /** Sets all. */
  public void fill(long number) {
    for (long[] page : pages) {
      Arrays.fill(page, number);
    }
  }

  /** Copies from an array. */
  public void write(int at, long[] numbers, int from, int count) {
    for (int done = 0, to; done < count; done = to) {
      to = end(at + done, at + count) - at;
      System.arraycopy(
          numbers, from + done, pages[(at + done) >>> BITS], (at + done) & MASK, to - done);
    }
  }

  /** Copies to others. */
  public void copyTo(LongPages others, int from, int at, int count) {
    for (int done = 0, to; done < count; done = to) {
      to = end(from + done, from + count) - from;
      others.write(at + done, page(from + done), (from + done) & MASK, to - done);
    }
  }

  /** Copies to the beginning of an array. */
  public void read(int from, long[] numbers, int count) {
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
