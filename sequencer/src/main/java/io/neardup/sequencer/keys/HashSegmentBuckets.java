// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.HammingBall;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Fingerprints in buckets by the leading bits of one hash segment. A bucket is one cache line,
 * compared without branches, because cache misses dominate the time of a lookup. Members that
 * overflow a bucket are kept next to it in one array, which is large if documents share
 * boilerplate. Not thread-safe.
 */
final class HashSegmentBuckets {
  /** Fingerprints per bucket: 64 bytes. */
  private static final int CELLS = 8;

  private static final int MIN_BITS = 6;

  /** Average members per bucket at which the number of buckets doubles. */
  private static final int FULL = 5;

  private final int segment;
  private int bits = MIN_BITS;
  private long[] cells = new long[CELLS << MIN_BITS];
  private int[] slots = SlotTable.filled(CELLS << MIN_BITS);
  private int[] counts = new int[1 << MIN_BITS];
  private Overflow[] overflows = new Overflow[1 << MIN_BITS];

  /** The position of a slot in its bucket. */
  private int[] places = new int[64];

  private int size;

  /** Members that do not fit into a bucket. */
  private static final class Overflow {
    private long[] values = new long[CELLS];
    private int[] slots = new int[CELLS];
  }

  /**
   * @param segment whose bits choose the bucket
   */
  HashSegmentBuckets(int segment) {
    this.segment = segment;
  }

  /** How many buckets a lookup within this radius visits. */
  int probes(int radius) {
    return HammingBall.size(bits, radius);
  }

  /** Fingerprints of different scopes are in unrelated buckets. */
  private int bucket(long value, long scope) {
    int leading = Fingerprint.segment(value, segment) >>> (Fingerprint.SEGMENT_BITS - bits);
    return leading ^ (SlotTable.hash(scope) & ((1 << bits) - 1));
  }

  void add(int slot, long value, long scope) {
    places = slot < places.length ? places : Arrays.copyOf(places, slot + (slot >> 1) + 1);
    put(bucket(value, scope), slot, value);
    size++;
  }

  /** Whether more buckets are needed: then {@link #rebuilt} must be filled to replace this. */
  boolean full() {
    return size > FULL << bits && bits < Fingerprint.SEGMENT_BITS;
  }

  /** An empty replacement with more buckets. */
  HashSegmentBuckets rebuilt() {
    HashSegmentBuckets larger = new HashSegmentBuckets(segment);
    larger.bits = bits + 1;
    larger.cells = new long[CELLS << larger.bits];
    larger.slots = SlotTable.filled(CELLS << larger.bits);
    larger.counts = new int[1 << larger.bits];
    larger.overflows = new Overflow[1 << larger.bits];
    larger.places = new int[places.length];
    return larger;
  }

  private void put(int bucket, int slot, long value) {
    set(bucket, counts[bucket]++, slot, value);
  }

  private void set(int bucket, int place, int slot, long value) {
    places[slot] = place;
    if (place < CELLS) {
      cells[bucket * CELLS + place] = value;
      slots[bucket * CELLS + place] = slot;
      return;
    }
    Overflow overflow = overflows[bucket];
    if (overflow == null) {
      overflow = new Overflow();
      overflows[bucket] = overflow;
    }
    int at = place - CELLS;
    if (at == overflow.values.length) {
      overflow.values = Arrays.copyOf(overflow.values, 2 * at);
      overflow.slots = Arrays.copyOf(overflow.slots, 2 * at);
    }
    overflow.values[at] = value;
    overflow.slots[at] = slot;
  }

  /** Removes what was added with these arguments; the bucket's last member takes its place. */
  void remove(int slot, long value, long scope) {
    int bucket = bucket(value, scope);
    int last = --counts[bucket];
    size--;
    if (last < CELLS) {
      int cell = bucket * CELLS + last;
      set(bucket, places[slot], slots[cell], cells[cell]);
      slots[cell] = SlotTable.NONE;
      return;
    }
    Overflow overflow = overflows[bucket];
    set(bucket, places[slot], overflow.slots[last - CELLS], overflow.values[last - CELLS]);
    if (last == CELLS) {
      overflows[bucket] = null;
    }
  }

  /**
   * Visits all fingerprints within {@code maxDistance} whose hash segment is within {@code radius},
   * and possibly others within that distance.
   */
  void find(long value, long scope, int radius, int maxDistance, IntConsumer visitor) {
    int bucket = bucket(value, scope);
    for (int mask : HammingBall.masks(bits, radius)) {
      int probed = bucket ^ mask;
      if (anyNear(probed * CELLS, value, maxDistance)) {
        visit(probed * CELLS, value, maxDistance, visitor);
      }
      if (counts[probed] > CELLS) {
        visit(overflows[probed], counts[probed] - CELLS, value, maxDistance, visitor);
      }
    }
  }

  /** One branch per bucket: the distances are combined into a sign. */
  private boolean anyNear(int from, long value, int maxDistance) {
    int near = 0;
    for (int i = from; i < from + CELLS; i++) {
      near |= Long.bitCount(cells[i] ^ value) - maxDistance - 1;
    }
    return near < 0;
  }

  private void visit(int from, long value, int maxDistance, IntConsumer visitor) {
    for (int i = from; i < from + CELLS; i++) {
      // An empty cell may hold a stale value.
      if (slots[i] != SlotTable.NONE && Fingerprint.distance(cells[i], value) <= maxDistance) {
        visitor.accept(slots[i]);
      }
    }
  }

  private static void visit(
      Overflow overflow, int count, long value, int maxDistance, IntConsumer visitor) {
    for (int i = 0; i < count; i++) {
      if (Fingerprint.distance(overflow.values[i], value) <= maxDistance) {
        visitor.accept(overflow.slots[i]);
      }
    }
  }
}
