// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.pairs;

import static org.junit.Assert.assertTrue;

import java.util.Arrays;

/** Pairs of indexes, in order, so that one told twice is seen. */
final class Pairs {
  private long[] pairs = new long[16];
  private int size;

  void add(int left, int right) {
    assertTrue("both are there", left >= 0 && right >= 0);
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * size);
    }
    pairs[size++] = (long) left << 32 | right;
  }

  void addUnordered(int left, int right) {
    add(Math.min(left, right), Math.max(left, right));
  }

  int size() {
    return size;
  }

  long[] sorted() {
    long[] sorted = Arrays.copyOf(pairs, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
