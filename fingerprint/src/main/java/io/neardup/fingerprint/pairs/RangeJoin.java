// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the fingerprints of a {@link BlockRange} that are near another one of it. Equal ones are
 * collapsed, whenever there is no room left and at the end; so only different ones have to fit. In
 * the time that {@link NearPairs} takes for one block, and to sort them. For one thread.
 */
public final class RangeJoin {
  /** After equal ones are collapsed, so much of the room must be free to go on. */
  private static final int FREE_PART = 4;

  private final BlockRange range;
  private final int maxDistance;
  private final Work work;
  private final MemoryAccount memory;
  private final TouchedFingerprints touched;
  private final int most;

  /** With the bits of the block in front. */
  private long[] values;

  private long[] scratch;
  private int size;

  /** So many are different and sorted. */
  private int collapsed;

  /**
   * @param expected how many there are, 1 or more, as far as is known
   * @param most how many different ones there may be, 4 or more
   * @param memory takes what is allocated, and is to be closed by its owner
   */
  public RangeJoin(
      BlockRange range,
      int maxDistance,
      int expected,
      int most,
      MemoryAccount memory,
      StopCheck stop) {
    this.range = range;
    this.maxDistance = maxDistance;
    this.work = new Work(stop);
    this.memory = memory;
    this.touched = new TouchedFingerprints(memory);
    this.most = most;
    resize(Math.min(expected, most));
  }

  /** Bytes allocated for so many, without those that are found. */
  public static long bytes(int fingerprints) {
    return 2L * Long.BYTES * fingerprints;
  }

  private void resize(int capacity) {
    memory.take(bytes(capacity) - (values == null ? 0 : bytes(values.length)));
    scratch = null;
    values = values == null ? new long[capacity] : Arrays.copyOf(values, capacity);
    scratch = new long[capacity];
  }

  /**
   * Adds one of the range.
   *
   * @return whether it fitted in; if not, no more can be added, and the range is to be split
   */
  public boolean add(long fingerprint) {
    if (size == values.length && makeRoom() == false) {
      return false;
    }
    values[size++] = range.toFront(fingerprint);
    return true;
  }

  private boolean makeRoom() {
    collapse();
    if (size < values.length - values.length / FREE_PART) {
      return true;
    }
    if (values.length < most) {
      resize((int) Math.min(most, 2L * values.length));
    }
    return size < values.length;
  }

  /**
   * Ranges of which each has fewer of those that did not fit in: a value of the block that many
   * have stands alone.
   */
  public List<BlockRange> split() {
    return range.splitAt(range.valueInFront(values[size / 2]), maxDistance);
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
    TouchedFingerprints ofRun = new TouchedFingerprints(memory);
    WithinJoin join =
        new WithinJoin(
            values,
            maxDistance,
            NearPairs.shortRun(maxDistance),
            work,
            new BlockSort(scratch, work),
            (left, right) -> {
              ofRun.add(left);
              ofRun.add(right);
            });
    for (int run = 0, end; run < size; run = end) {
      end = NearPairs.endOfRun(values, run, size, range.frontBits());
      if (end - run > 1) {
        join.run(run, end);
        // In order and each once, so that there is nothing left to sort or to repeat.
        ofRun.moveTo(touched);
      }
    }
    long[] found = touched.toArray();
    for (int i = 0; i < found.length; i++) {
      found[i] = range.toPlace(found[i]);
    }
    return found;
  }
}
