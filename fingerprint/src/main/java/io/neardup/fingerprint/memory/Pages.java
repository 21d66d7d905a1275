// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import java.util.Arrays;

/**
 * Many numbers in pages that no garbage collector treats as large objects, charged to an account
 * before they are allocated. All are 0 at first. They grow without being copied. Subclasses have
 * the typed array of pages, so that a number is read without a cast.
 *
 * @param <A> the array that a page is
 */
abstract sealed class Pages<A> permits IntPages, LongPages {
  static final int BITS = 15;
  static final int MASK = (1 << BITS) - 1;

  private final MemoryAccount memory;
  private final int bytes;
  private int size;

  /**
   * @param memory takes the pages
   * @param bytes of a number
   */
  Pages(MemoryAccount memory, int bytes) {
    this.memory = memory;
    this.bytes = bytes;
  }

  /** The pages there are. */
  abstract A[] pages();

  /** Replaces the pages there are. */
  abstract void replace(A[] pages);

  /** A page of the first numbers of another one, and zeros behind; null for zeros only. */
  abstract A sized(A page, int length);

  public final int size() {
    return size;
  }

  /** Makes room for more at the end, or gives back what is behind. */
  public final void resize(int newSize) {
    memory.take((long) bytes * Math.max(0, newSize - size));
    int count = (newSize + MASK) >>> BITS;
    A[] pages = pages();
    A[] resized = Arrays.copyOf(pages, count);
    for (int page = Math.max(0, Math.min(count, pages.length) - 1); page < count; page++) {
      resized[page] = sized(resized[page], Math.min(MASK + 1, newSize - (page << BITS)));
    }
    replace(resized);
    memory.giveBack((long) bytes * Math.max(0, size - newSize));
    size = newSize;
  }

  /** Makes room for half as many again, if there is none for so many. */
  public final void grow(int needed) {
    if (needed > size) {
      resize((int) Math.min(Integer.MAX_VALUE - MASK, Math.max(needed, size + (size >> 1) + 16L)));
    }
  }

  /** Where the numbers end that are in one page with the first one. */
  public static int end(int from, int to) {
    return (int) Math.min(to, (from | (long) MASK) + 1);
  }

  /** Copies from an array. */
  public final void write(int at, A numbers, int from, int count) {
    A[] pages = pages();
    for (int done = 0, to; done < count; done = to) {
      to = end(at + done, at + count) - at;
      System.arraycopy(
          numbers, from + done, pages[(at + done) >>> BITS], (at + done) & MASK, to - done);
    }
  }

  /** Copies to others. */
  public final void copyTo(Pages<A> others, int from, int at, int count) {
    A[] pages = pages();
    for (int done = 0, to; done < count; done = to) {
      to = end(from + done, from + count) - from;
      others.write(at + done, pages[(from + done) >>> BITS], (from + done) & MASK, to - done);
    }
  }

  /** Copies to the beginning of an array. */
  public final void read(int from, A numbers, int count) {
    A[] pages = pages();
    for (int done = 0, to; done < count; done = to) {
      to = end(from + done, from + count) - from;
      System.arraycopy(
          pages[(from + done) >>> BITS], (from + done) & MASK, numbers, done, to - done);
    }
  }

  /** Gives all back; there are none any more. */
  public final void release() {
    resize(0);
  }
}
