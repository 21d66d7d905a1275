// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/** Many {@code long}s in {@link Pages}. */
public final class LongPages extends Pages<long[]> {
  private long[][] pages = {};

  /**
   * @param memory takes the pages
   */
  public LongPages(int size, MemoryAccount memory) {
    super(memory, Long.BYTES);
    resize(size);
  }

  /** The numbers of an array. */
  public static LongPages of(MemoryAccount memory, long... numbers) {
    LongPages pages = new LongPages(numbers.length, memory);
    pages.write(0, numbers, 0, numbers.length);
    return pages;
  }

  @Override
  long[][] pages() {
    return pages;
  }

  @Override
  void replace(long[][] resized) {
    pages = resized;
  }

  @Override
  long[] sized(long[] page, int length) {
    return page == null ? new long[length] : Arrays.copyOf(page, length);
  }

  public long get(int index) {
    return pages[index >>> BITS][index & MASK];
  }

  public void set(int index, long number) {
    pages[index >>> BITS][index & MASK] = number;
  }

  /** Sets all. */
  public void fill(long number) {
    for (long[] page : pages) {
      Arrays.fill(page, number);
    }
  }

  /** The page with a number, from {@link #offset} on. */
  public long[] page(int index) {
    return pages[index >>> BITS];
  }

  /** Where a number is in its page. */
  public static int offset(int index) {
    return index & MASK;
  }
}
