// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * What a query looks up in the segment fields: multi-index hashing (Norouzi, Punjani, Fleet 2012,
 * doi:10.1109/CVPR.2012.6248043).
 *
 * <p>With maximum distance k = 4r + a, 0 &lt;= a &lt; 4, a match is within radius r in one of any a
 * + 1 segments, or within r - 1 in one of the others: else it differed in at least (a + 1)(r + 1) +
 * (3 - a)r = k + 1 bits. Up to distance 3 that is one equal segment of a + 1.
 *
 * <p>Thread-safe; what is needed by one leaf is kept for the next.
 */
final class Probes {
  /** Up to this many values are sorted, more are marked in a bit set of all values. */
  private static final int MAX_SORTED = 1 << 10;

  private final HammingDistanceQuery query;
  private final long[] fingerprints;
  private final int radius;
  private final int wideSegments;
  private final int[][][] values = new int[SegmentLayout.SEGMENTS][][];
  private final SegmentOrder[] orders = new SegmentOrder[SegmentLayout.SEGMENTS];

  Probes(HammingDistanceQuery query) {
    this.query = query;
    this.fingerprints = query.fingerprints().toArray();
    this.radius = query.maxDistance() / SegmentLayout.SEGMENTS;
    this.wideSegments = query.maxDistance() % SegmentLayout.SEGMENTS + 1;
    Arrays.setAll(values, s -> new int[radius + 1][]);
  }

  HammingDistanceQuery query() {
    return query;
  }

  /** The query's fingerprints; not to be changed. */
  long[] fingerprints() {
    return fingerprints;
  }

  /** The radius of the segments that are searched widely. */
  int radius() {
    return radius;
  }

  /** How many segments need that radius; one less is enough for the others, -1 is none. */
  int wideSegments() {
    return wideSegments;
  }

  /** About how many values {@link #values} has, at most. */
  int size(int within) {
    return (int)
        Math.min(
            (long) fingerprints.length * HammingBall.masks(within).length, SegmentLayout.VALUES);
  }

  /** The values of a segment within a radius of that of any fingerprint, ascending. */
  synchronized int[] values(int segment, int within) {
    if (values[segment][within] == null) {
      values[segment][within] =
          size(within) <= MAX_SORTED ? sorted(segment, within) : marked(segment, within);
    }
    return values[segment][within];
  }

  private int[] sorted(int segment, int within) {
    int[] masks = HammingBall.masks(within);
    return Arrays.stream(fingerprints)
        .mapToInt(fingerprint -> SegmentLayout.value(fingerprint, segment))
        .flatMap(value -> Arrays.stream(masks).map(mask -> value ^ mask))
        .sorted()
        .distinct()
        .toArray();
  }

  private int[] marked(int segment, int within) {
    int[] masks = HammingBall.masks(within);
    FixedBitSet all = new FixedBitSet(SegmentLayout.VALUES);
    for (long fingerprint : fingerprints) {
      int value = SegmentLayout.value(fingerprint, segment);
      for (int mask : masks) {
        all.set(value ^ mask);
      }
    }
    int[] marked = new int[all.cardinality()];
    BitSetIterator next = new BitSetIterator(all, marked.length);
    Arrays.setAll(marked, i -> next.nextDoc());
    return marked;
  }

  /** How many of the fingerprints a posting of a term within this radius is near to, on average. */
  float nearPerValue(int segment, int within) {
    long near = (long) fingerprints.length * HammingBall.masks(within).length;
    return near / (float) values(segment, within).length;
  }

  /** Finds the fingerprints whose segment is within a radius of a value. */
  void near(int segment, int value, int within, NearFingerprints near) {
    near.clear(segment, query.maxDistance());
    int[] masks = HammingBall.masks(within);
    if (fingerprints.length <= masks.length) {
      for (int i = 0; i < fingerprints.length; i++) {
        int difference = SegmentLayout.value(fingerprints[i], segment) ^ value;
        if (Integer.bitCount(difference) <= within) {
          near.add(i, fingerprints[i], Integer.bitCount(difference));
        }
      }
      return;
    }
    SegmentOrder order = order(segment);
    for (int mask : masks) {
      int at = value ^ mask;
      for (int i = order.start[at]; i < order.start[at + 1]; i++) {
        int index = order.indexes[i];
        near.add(index, fingerprints[index], Integer.bitCount(mask));
      }
    }
  }

  private synchronized SegmentOrder order(int segment) {
    if (orders[segment] == null) {
      orders[segment] = new SegmentOrder(fingerprints, segment);
    }
    return orders[segment];
  }

  /** Bytes held beside the query, once everything has been asked for. */
  long ramBytesUsed() {
    long tables = fingerprints.length > 1 ? SegmentLayout.VALUES + 1L + fingerprints.length : 0;
    return (long) Fingerprint.SEGMENTS * Integer.BYTES * (tables + size(radius))
        + (long) Long.BYTES * fingerprints.length;
  }

  /** The indexes of the fingerprints in the order of a segment: a counting sort. */
  private static final class SegmentOrder {
    /** Where each value starts, and behind the last one where it ends. */
    final int[] start = new int[SegmentLayout.VALUES + 1];

    final int[] indexes;

    SegmentOrder(long[] fingerprints, int segment) {
      indexes = new int[fingerprints.length];
      for (long fingerprint : fingerprints) {
        start[SegmentLayout.value(fingerprint, segment)]++;
      }
      for (int value = 0, sum = 0; value <= SegmentLayout.VALUES; value++) {
        sum += start[value];
        start[value] = sum;
      }
      for (int i = fingerprints.length - 1; i >= 0; i--) {
        indexes[--start[SegmentLayout.value(fingerprints[i], segment)]] = i;
      }
    }
  }
}
