// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.HammingBall;
import java.util.Arrays;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * What a query looks up in the segment fields: the values within a radius of those of its
 * fingerprints; {@link Radii} say which.
 *
 * <p>Thread-safe; what is needed by one leaf is kept for the next.
 */
final class Probes {
  /** Up to this many values are sorted, more are marked in a bit set of all values. */
  private static final int MAX_SORTED = 1 << 10;

  /** Greatest number of values of a segment, so that memory has a bound: 2 MB. */
  private static final int MAX_VALUES = 1 << 19;

  private final HammingDistanceQuery query;
  private final SegmentLayout layout;
  private final long[] fingerprints;
  private final int[][][] values;
  private final SegmentOrder[] orders;
  private final LeafTasks tasks;

  private Probes(HammingDistanceQuery query, TaskExecutor executor) {
    this.query = query;
    this.tasks = new LeafTasks(executor, query.costs());
    this.layout = query.layout();
    this.fingerprints = query.fingerprints().toArray();
    this.values = new int[layout.segments()][HammingBall.MAX_RADIUS + 1][];
    this.orders = new SegmentOrder[layout.segments()];
  }

  /**
   * The probes of a query, or null if its distance is too great, or its fingerprints too many.
   *
   * @param executor for the segments of a leaf, or null to stay in one thread
   */
  static Probes of(HammingDistanceQuery query, TaskExecutor executor) {
    if (query.maxDistance() > query.layout().maxLookupDistance()) {
      return null;
    }
    Probes probes = new Probes(query, executor);
    return probes.most() <= MAX_VALUES ? probes : null;
  }

  HammingDistanceQuery query() {
    return query;
  }

  /** The query's fingerprints; not to be changed. */
  long[] fingerprints() {
    return fingerprints;
  }

  SegmentLayout layout() {
    return layout;
  }

  /** How the segments of a leaf are worked on. */
  LeafTasks tasks() {
    return tasks;
  }

  /** About how many {@link #values} a segment has, at most. */
  int size(int segment, int within) {
    int bits = layout.bits(segment);
    return (int) Math.min((long) fingerprints.length * HammingBall.size(bits, within), 1L << bits);
  }

  /** The values of a segment within a radius of that of any fingerprint, ascending. */
  synchronized int[] values(int segment, int within) {
    if (values[segment][within] == null) {
      values[segment][within] =
          size(segment, within) <= MAX_SORTED || layout.bits(segment) > SegmentOrder.MAX_TABLE_BITS
              ? sorted(segment, within)
              : marked(segment, within);
    }
    return values[segment][within];
  }

  private int[] sorted(int segment, int within) {
    int[] masks = HammingBall.masks(layout.bits(segment), within);
    int[] sorted = new int[fingerprints.length * masks.length];
    int size = 0;
    for (long fingerprint : fingerprints) {
      int value = layout.value(fingerprint, segment);
      for (int mask : masks) {
        sorted[size++] = value ^ mask;
      }
    }
    return ascending(sorted, size);
  }

  /** The first {@code size} values in order and without repetitions; the array is written over. */
  static int[] ascending(int[] values, int size) {
    Arrays.sort(values, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || values[i] != values[i - 1]) {
        values[distinct++] = values[i];
      }
    }
    return ArrayUtil.copyOfSubArray(values, 0, distinct);
  }

  private int[] marked(int segment, int within) {
    int[] masks = HammingBall.masks(layout.bits(segment), within);
    FixedBitSet all = new FixedBitSet(1 << layout.bits(segment));
    for (long fingerprint : fingerprints) {
      int value = layout.value(fingerprint, segment);
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
    long near = (long) fingerprints.length * HammingBall.size(layout.bits(segment), within);
    return near / (float) values(segment, within).length;
  }

  /** Finds the fingerprints whose segment is within a radius of a value. */
  void near(int segment, int value, int within, NearFingerprints near) {
    near.clear(segment, query.maxDistance());
    int[] masks = HammingBall.masks(layout.bits(segment), within);
    if (fingerprints.length <= masks.length) {
      for (int i = 0; i < fingerprints.length; i++) {
        int difference = layout.value(fingerprints[i], segment) ^ value;
        if (Integer.bitCount(difference) <= within) {
          near.add(i, fingerprints[i], Integer.bitCount(difference));
        }
      }
      return;
    }
    SegmentOrder order = order(segment);
    for (int mask : masks) {
      int at = value ^ mask;
      for (int i = order.start(at), end = order.start(at + 1); i < end; i++) {
        int index = order.index(i);
        near.add(index, fingerprints[index], Integer.bitCount(mask));
      }
    }
  }

  private synchronized SegmentOrder order(int segment) {
    if (orders[segment] == null) {
      orders[segment] = SegmentOrder.of(layout, segment, fingerprints);
    }
    return orders[segment];
  }

  /** Bytes held beside the query, once everything has been asked for. */
  long ramBytesUsed() {
    int[] radii = Radii.any(layout, query.maxDistance());
    long bytes = (long) Long.BYTES * fingerprints.length;
    for (int s = 0; s < radii.length; s++) {
      boolean table = layout.bits(s) <= SegmentOrder.MAX_TABLE_BITS;
      long order =
          table
              ? (long) Integer.BYTES * ((1L << layout.bits(s)) + 1 + fingerprints.length)
              : (long) Long.BYTES * fingerprints.length;
      // For another leaf another choice may be best, and every segment once the widest.
      bytes +=
          (long) Integer.BYTES * size(s, widest(radii)) + (fingerprints.length > 1 ? order : 0);
    }
    return bytes;
  }

  private static int widest(int[] radii) {
    int widest = 0;
    for (int radius : radii) {
      widest = Math.max(widest, radius);
    }
    return widest;
  }

  /** The greatest size of a segment. */
  private int most() {
    int[] radii = Radii.any(layout, query.maxDistance());
    int most = 0;
    for (int s = 0; s < radii.length; s++) {
      most = Math.max(most, size(s, radii[s]));
    }
    return most;
  }
}
