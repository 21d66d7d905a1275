// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/** Many {@code int}s in {@link Pages}. */
public final class IntPages extends Pages<int[]> {
  private int[][] pages = {};

  /**
   * @param memory takes the pages
   */
  public IntPages(int size, MemoryAccount memory) {
    super(memory, Integer.BYTES);
    resize(size);
  }

  /** The numbers of an array. */
  public static IntPages of(MemoryAccount memory, int... numbers) {
    IntPages pages = new IntPages(numbers.length, memory);
    pages.write(0, numbers, 0, numbers.length);
    return pages;
  }

  /** The numbers of a range as they follow one another. */
  public static IntPages range(int size, MemoryAccount memory) {
    IntPages range = new IntPages(size, memory);
    for (int i = 0; i < size; i++) {
      range.set(i, i);
    }
    return range;
  }

  @Override
  int[][] pages() {
    return pages;
  }

  @Override
  void replace(int[][] resized) {
    pages = resized;
  }

  @Override
  int[] sized(int[] page, int length) {
    return page == null ? new int[length] : Arrays.copyOf(page, length);
  }

  public int get(int index) {
    return pages[index >>> BITS][index & MASK];
  }

  public void set(int index, int number) {
    pages[index >>> BITS][index & MASK] = number;
  }

  /** The page with a number, which begins where that of {@link LongPages#page} does. */
  public int[] page(int index) {
    return pages[index >>> BITS];
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
}
