// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import java.util.List;

/**
 * Finds the fingerprints of a {@link BlockRange} that are near another one of it. Equal ones are
 * collapsed, whenever there is no room left and at the end; so only different ones have to fit. In
 * the time that {@link NearPairs} takes for one block, and to sort them. For one thread.
 */
public final class RangeJoin {
  /** Bytes for each fingerprint while they are sorted, beside what is found. */
  public static final int BYTES = 2 * Long.BYTES;

  /** After equal ones are collapsed, so much of the room must be free to go on. */
  private static final int FREE_PART = 4;

  private final BlockRange range;
  private final int maxDistance;
  private final Work work;
  private final MemoryAccount memory;
  private final TouchedFingerprints touched;
  private final int most;

  /** With the bits of the block in front. */
  private final LongPages values;

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
    this.values = new LongPages(Math.min(expected, most), memory);
  }

  /**
   * Adds one of the range.
   *
   * @return whether it fitted in; if not, no more can be added, and the range is to be split
   */
  public boolean add(long fingerprint) {
    if (size == values.size() && makeRoom() == false) {
      return false;
    }
    values.set(size++, range.toFront(fingerprint));
    return true;
  }

  private boolean makeRoom() {
    collapse();
    if (size < values.size() - values.size() / FREE_PART) {
      return true;
    }
    if (values.size() < most) {
      values.resize((int) Math.min(most, 2L * values.size()));
    }
    return size < values.size();
  }

  /**
   * Ranges of which each has fewer of those that did not fit in: a value of the block that many
   * have stands alone.
   */
  public List<BlockRange> split() {
    return range.splitAt(range.valueInFront(values.get(size / 2)), maxDistance);
  }

  /** Removes equal ones; which of them occurred twice is known where each occurs in one range. */
  private void collapse() {
    if (size == collapsed) {
      return;
    }
    RadixSort.sort(values, size, memory, work);
    int last = 0;
    for (int i = 1; i < size; i++) {
      long value = values.get(i);
      if (value != values.get(last)) {
        values.set(++last, value);
      } else if (range.isFirst()) {
        touched.add(value);
      }
    }
    size = last + 1;
    collapsed = size;
  }

  /** Those that are near another one, or equal to it if the range is a first one; each once. */
  public LongPages touched() {
    collapse();
    TouchedFingerprints ofRun = new TouchedFingerprints(memory);
    WithinJoin join =
        new WithinJoin(
            values,
            maxDistance,
            NearPairs.shortRun(maxDistance),
            work,
            new BlockSort(size, memory, work),
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
    LongPages found = touched.toPages();
    for (int i = 0; i < found.size(); i++) {
      found.set(i, range.toPlace(found.get(i)));
    }
    return found;
  }
}
