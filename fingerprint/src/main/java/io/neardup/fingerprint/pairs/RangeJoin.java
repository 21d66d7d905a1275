// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.MemoryAccount;

/**
 * Finds the fingerprints of a {@link BlockRange} that are near another one of it. Equal ones are
 * collapsed, whenever there is no room left and at the end; so only different ones have to fit. In
 * the time that {@link NearPairs} takes for as many, less the other blocks. For one thread.
 */
public final class RangeJoin {
  /** After equal ones are collapsed, so much of the room must be free to go on. */
  private static final int FREE_PART = 4;

  private final BlockRange range;
  private final int maxDistance;
  private final Work work;
  private final TouchedFingerprints touched;

  /** With the bits of the block in front. */
  private final long[] values;

  private final long[] scratch;
  private int size;

  /** So many are different and sorted. */
  private int collapsed;

  /**
   * @param capacity how many different ones there may be, 4 or more
   * @param memory takes the memory of those that are found; {@link #bytes} is to be taken before
   */
  public RangeJoin(
      BlockRange range, int maxDistance, int capacity, MemoryAccount memory, StopCheck stop) {
    this.range = range;
    this.maxDistance = maxDistance;
    this.work = new Work(stop);
    this.touched = new TouchedFingerprints(memory);
    this.values = new long[capacity];
    this.scratch = new long[capacity];
  }

  /** Bytes allocated for so many. */
  public static long bytes(int capacity) {
    return 2L * Long.BYTES * capacity;
  }

  /**
   * Adds one of the range.
   *
   * @return whether it fitted in; if not, the range is to be split
   */
  public boolean add(long fingerprint) {
    if (size == values.length) {
      collapse();
      if (size > values.length - values.length / FREE_PART) {
        return false;
      }
    }
    values[size++] = range.toFront(fingerprint);
    return true;
  }

  /** Removes equal ones; which of them occurred twice is known where each occurs in one range. */
  private void collapse() {
    if (size == collapsed) {
      return;
    }
    new RadixSort(work).sort(values, scratch, size);
    int last = 0;
    for (int i = 1; i < size; i++) {
      if (values[i] != values[last]) {
        values[++last] = values[i];
      } else if (range.isFirst()) {
        touched.add(values[i]);
      }
    }
    size = last + 1;
    collapsed = size;
  }

  /** Those that are near another one, or equal to it if the range is a first one; each once. */
  public long[] touched() {
    collapse();
    WithinJoin join =
        new WithinJoin(
            values,
            maxDistance,
            NearPairs.shortRun(maxDistance),
            work,
            new BlockSort(scratch, work),
            (left, right) -> {
              touched.add(left);
              touched.add(right);
            });
    for (int run = 0, end; run < size; run = end) {
      end = NearPairs.endOfRun(values, run, size, range.frontBits());
      if (end - run > 1) {
        join.run(run, end);
      }
    }
    long[] found = touched.toArray();
    for (int i = 0; i < found.length; i++) {
      found[i] = range.toPlace(found[i]);
    }
    return found;
  }
}
