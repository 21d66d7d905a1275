// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import static io.neardup.lucene.search.SearchCounts.Count.MATCHES;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;

/**
 * The documents that a lookup finds. The whole lookup runs when the first document is requested: it
 * costs the same whichever documents are wanted, and leaves few.
 */
final class LookupIterator extends DistanceIterator {
  private static final int DISTANCE_BITS = 7;
  private static final long[] NONE = {};

  private final LeafLookup lookup;

  /** A document and its distance in each long; null before the lookup. */
  private long[] found;

  private int size;
  private int next;

  LookupIterator(LeafLookup lookup, long cost) {
    super(cost);
    this.lookup = lookup;
  }

  @Override
  int find(int target) throws IOException {
    if (found == null) {
      lookUp(target);
    }
    if (next < size && doc(next) < target) {
      next = firstAtLeast(target);
    }
    if (next < size) {
      return doc(next++);
    }
    lookup.memory().giveBack((long) Long.BYTES * found.length);
    found = NONE;
    size = 0;
    return NO_MORE_DOCS;
  }

  /** Gallops, then halves: the next document is usually close. */
  private int firstAtLeast(int target) {
    int step = 1;
    while (next + step < size && doc(next + step) < target) {
      step <<= 1;
    }
    long least = (long) target << DISTANCE_BITS;
    int at = Arrays.binarySearch(found, next, Math.min(size, next + step + 1), least);
    return at < 0 ? -1 - at : at;
  }

  private void lookUp(int firstDoc) throws IOException {
    found = NONE;
    lookup.run(firstDoc, this::add);
    Arrays.sort(found, 0, size);
    // Of several fingerprints that a document is near to, the nearest comes first.
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (distinct == 0 || doc(distinct - 1) != doc(i)) {
        found[distinct++] = found[i];
      }
    }
    size = distinct;
    lookup.statistics().add(MATCHES, size);
  }

  private void add(int document, int fingerprint, int distance) {
    if (size == found.length) {
      grow(ArrayUtil.oversize(size + 1, Long.BYTES));
    }
    found[size++] = (long) document << DISTANCE_BITS | distance;
  }

  private void grow(int length) {
    lookup.memory().take((long) Long.BYTES * length);
    found = ArrayUtil.growExact(found, length);
    lookup.memory().giveBack((long) Long.BYTES * size);
  }

  private int doc(int index) {
    return (int) (found[index] >>> DISTANCE_BITS);
  }

  @Override
  int distance() {
    return (int) found[next - 1] & (1 << DISTANCE_BITS) - 1;
  }
}
