// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import io.neardup.fingerprint.memory.LongPages;

/**
 * Compares all with all, and reports those within the distance, except those that agree in a block
 * that was done before: they have been reported. Four fingerprints at once with each other one, by
 * loops that the JIT compiler makes vector instructions of: 0.15 ns a pair where the processor
 * counts bits of vectors, and nothing else than the least distance is asked of them at first.
 */
final class Comparison {
  private static final int ROWS = 4;

  /** How much longer it takes to compare one with one. */
  private static final int SLOWLY = 4;

  private final int maxDistance;
  private final Work work;
  private final FingerprintPair consumer;

  /** At each level of the recursion at most one block less than there are. */
  private final long[] done;

  private int doneSize;

  Comparison(int maxDistance, Work work, FingerprintPair consumer) {
    this.maxDistance = maxDistance;
    this.work = work;
    this.consumer = consumer;
    this.done = new long[Long.SIZE * (maxDistance + 1)];
  }

  /** How many blocks are done. */
  int done() {
    return doneSize;
  }

  /** All pairs that agree in these bits have been reported. */
  void push(long mask) {
    done[doneSize++] = mask;
  }

  /** The blocks done later do not count any more. */
  void pop(int size) {
    doneSize = size;
  }

  /** Whether all pairs have been reported that differ in none but these bits. */
  boolean isDone(long difference) {
    for (int i = 0; i < doneSize; i++) {
      if ((difference & done[i]) == 0) {
        return true;
      }
    }
    return false;
  }

  /** All pairs of a range. */
  void within(LongPages values, int from, int to) {
    int i = from;
    for (; i + ROWS < to; i += ROWS) {
      if (nearest(values, i, to) <= maxDistance) {
        for (int row = i; row < i + ROWS; row++) {
          report(values.get(row), values, row + 1, to);
        }
      }
    }
    for (; i < to; i++) {
      report(values.get(i), values, i + 1, to);
    }
  }

  /** The least distance of some rows from one another, and from all behind. */
  private int nearest(LongPages values, int row, int to) {
    long a = values.get(row);
    long b = values.get(row + 1);
    long c = values.get(row + 2);
    long d = values.get(row + 3);
    int nearest = nearest(a, b, c, d);
    for (int from = row + ROWS, end; from < to; from = end) {
      end = LongPages.end(from, to);
      int offset = LongPages.offset(from);
      nearest =
          Math.min(nearest, nearest(a, b, c, d, values.page(from), offset, offset + end - from));
    }
    work.compared((long) ROWS * (to - row));
    return nearest;
  }

  private static int nearest(long a, long b, long c, long d) {
    return Math.min(
        Math.min(
            Math.min(Long.bitCount(a ^ b), Long.bitCount(c ^ d)),
            Math.min(Long.bitCount(a ^ c), Long.bitCount(b ^ d))),
        Math.min(Long.bitCount(a ^ d), Long.bitCount(b ^ c)));
  }

  private static int nearest(long a, long b, long c, long d, long[] values, int from, int to) {
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      long value = values[i];
      int ab = Math.min(Long.bitCount(value ^ a), Long.bitCount(value ^ b));
      int cd = Math.min(Long.bitCount(value ^ c), Long.bitCount(value ^ d));
      nearest = Math.min(nearest, Math.min(ab, cd));
    }
    return nearest;
  }

  private void report(long left, LongPages values, int from, int to) {
    for (int at = from, end; at < to; at = end) {
      end = LongPages.end(at, to);
      int offset = LongPages.offset(at);
      report(left, values.page(at), offset, offset + end - at);
    }
    work.compared(SLOWLY * (long) (to - from));
  }

  private void report(long left, long[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      long difference = left ^ values[i];
      if (Long.bitCount(difference) <= maxDistance && isDone(difference) == false) {
        consumer.accept(left, values[i]);
      }
    }
  }
}
