// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.HammingBall;
import io.neardup.lucene.field.HashSegmentLayout;
import java.util.Arrays;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * The values that a query looks up in the segment fields: those within a radius of its
 * fingerprints' own, as {@link Radii} determine.
 *
 * <p>Thread-safe; keeps the values of one leaf for the next, charged to the memory of the query.
 */
final class Probes {
  /** Up to this many values are sorted; more are marked in a bit set of all values. */
  private static final int MAX_SORTED = 1 << 10;

  /** Greatest number of values of a segment, which bounds memory to 2 MB. */
  private static final int MAX_VALUES = 1 << 19;

  private final HammingDistanceQuery query;
  private final HashSegmentLayout layout;
  private final long[] fingerprints;
  private final int[][][] values;
  private final HashSegmentOrder[] orders;
  private final LeafTasks tasks;

  private Probes(HammingDistanceQuery query, TaskExecutor executor) {
    this.query = query;
    this.tasks = new LeafTasks(executor, query.costs());
    this.layout = query.layout();
    query.memory().take((long) Long.BYTES * query.fingerprints().size());
    this.fingerprints = query.fingerprints().toArray();
    this.values = new int[layout.segments()][HammingBall.MAX_RADIUS + 1][];
    this.orders = new HashSegmentOrder[layout.segments()];
  }

  /**
   * The probes of a query; null if its distance is too great or it has too many fingerprints.
   *
   * @param executor for the segments of a leaf, or null to stay in one thread
   */
  static Probes of(HammingDistanceQuery query, TaskExecutor executor) {
    return possible(query) ? new Probes(query, executor) : null;
  }

  /** Whether this query can be looked up. */
  static boolean possible(HammingDistanceQuery query) {
    return query.maxDistance() <= query.layout().maxLookupDistance() && most(query) <= MAX_VALUES;
  }

  HammingDistanceQuery query() {
    return query;
  }

  /** The query's fingerprints; not to be changed. */
  long[] fingerprints() {
    return fingerprints;
  }

  HashSegmentLayout layout() {
    return layout;
  }

  /** Runs work on the segments of a leaf. */
  LeafTasks tasks() {
    return tasks;
  }

  /** An upper estimate of the number of {@link #values} of a segment. */
  int size(int segment, int within) {
    return size(query, segment, within);
  }

  private static int size(HammingDistanceQuery query, int segment, int within) {
    int bits = query.layout().bits(segment);
    long all = (long) query.fingerprints().size() * HammingBall.size(bits, within);
    return (int) Math.min(all, 1L << bits);
  }

  /** The values of a segment within a radius of any fingerprint's, ascending. */
  synchronized int[] values(int segment, int within) {
    if (values[segment][within] == null) {
      long most = (long) Integer.BYTES * size(segment, within);
      query.memory().take(most);
      int[] found =
          size(segment, within) <= MAX_SORTED
                  || layout.bits(segment) > HashSegmentOrder.MAX_TABLE_BITS
              ? sorted(segment, within)
              : marked(segment, within);
      query.memory().giveBack(most - (long) Integer.BYTES * found.length);
      values[segment][within] = found;
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

  /** The first {@code size} values, sorted and without repetitions; overwrites the array. */
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

  /** The average number of fingerprints that a posting of a term within this radius is near to. */
  float nearPerValue(int segment, int within) {
    long near = (long) fingerprints.length * HammingBall.size(layout.bits(segment), within);
    return near / (float) values(segment, within).length;
  }

  /** Finds the fingerprints whose segment is within a radius of a value. */
  void near(int segment, int value, int within, RestBitsFilter near) {
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
    HashSegmentOrder order = order(segment);
    for (int mask : masks) {
      int at = value ^ mask;
      for (int i = order.start(at), end = order.start(at + 1); i < end; i++) {
        int index = order.index(i);
        near.add(index, fingerprints[index], Integer.bitCount(mask));
      }
    }
  }

  private synchronized HashSegmentOrder order(int segment) {
    if (orders[segment] == null) {
      query.memory().take(HashSegmentOrder.ramBytesUsed(layout, segment, fingerprints.length));
      orders[segment] = HashSegmentOrder.of(layout, segment, fingerprints);
    }
    return orders[segment];
  }

  /** The greatest size of a segment. */
  private static int most(HammingDistanceQuery query) {
    int[] radii = Radii.any(query.layout(), query.maxDistance());
    int most = 0;
    for (int s = 0; s < radii.length; s++) {
      most = Math.max(most, size(query, s, radii[s]));
    }
    return most;
  }
}
