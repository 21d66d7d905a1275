// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.HammingBall;
import java.util.Arrays;

/**
 * Fingerprints in buckets by the leading bits of one of their segments. A bucket is one line of the
 * processor's cache, compared without a branch, since it is where a lookup jumps that its time
 * goes: {@code ClaimBenchmark}. What does not fit into its bucket is kept beside it in one piece,
 * which is many when documents share boilerplate. Not thread-safe.
 */
final class HashSegmentBuckets {
  private static final int NONE = -1;

  /** Fingerprints in a bucket: 64 bytes. */
  private static final int CELLS = 8;

  private static final int MIN_BITS = 6;

  /** Members per bucket on average at which there are twice as many buckets. */
  private static final int FULL = 5;

  private final int segment;
  private int bits = MIN_BITS;
  private long[] cells = new long[CELLS << MIN_BITS];
  private int[] slots = filled(CELLS << MIN_BITS);
  private int[] counts = new int[1 << MIN_BITS];
  private Overflow[] overflows = new Overflow[1 << MIN_BITS];

  /** By slot: its place in its bucket. */
  private int[] places = new int[64];

  private int size;

  /** Members beyond the first few of a bucket. */
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

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  /** How many buckets are looked at for a segment within this radius. */
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

  /** Whether there should be more buckets: then {@link #rebuilt} is to be filled instead. */
  boolean full() {
    return size > FULL << bits && bits < Fingerprint.SEGMENT_BITS;
  }

  /** An empty one with more buckets. */
  HashSegmentBuckets rebuilt() {
    HashSegmentBuckets larger = new HashSegmentBuckets(segment);
    larger.bits = bits + 1;
    larger.cells = new long[CELLS << larger.bits];
    larger.slots = filled(CELLS << larger.bits);
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

  /** Removes what was added so; the last of the bucket takes its place. */
  void remove(int slot, long value, long scope) {
    int bucket = bucket(value, scope);
    int last = --counts[bucket];
    size--;
    if (last < CELLS) {
      int cell = bucket * CELLS + last;
      set(bucket, places[slot], slots[cell], cells[cell]);
      slots[cell] = NONE;
      return;
    }
    Overflow overflow = overflows[bucket];
    set(bucket, places[slot], overflow.slots[last - CELLS], overflow.values[last - CELLS]);
    if (last == CELLS) {
      overflows[bucket] = null;
    }
  }

  /**
   * Visits all within {@code maxDistance} whose segment is within {@code radius}, and perhaps
   * others within that distance.
   */
  void find(long value, long scope, int radius, int maxDistance, StageTable.Visitor visitor) {
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

  /** One branch for a bucket: the distances are added up to a sign. */
  private boolean anyNear(int from, long value, int maxDistance) {
    int near = 0;
    for (int i = from; i < from + CELLS; i++) {
      near |= Long.bitCount(cells[i] ^ value) - maxDistance - 1;
    }
    return near < 0;
  }

  private void visit(int from, long value, int maxDistance, StageTable.Visitor visitor) {
    for (int i = from; i < from + CELLS; i++) {
      // An empty cell may hold what was there before.
      if (slots[i] != NONE && Fingerprint.distance(cells[i], value) <= maxDistance) {
        visitor.visit(slots[i]);
      }
    }
  }

  private static void visit(
      Overflow overflow, int count, long value, int maxDistance, StageTable.Visitor visitor) {
    for (int i = 0; i < count; i++) {
      if (Fingerprint.distance(overflow.values[i], value) <= maxDistance) {
        visitor.visit(overflow.slots[i]);
      }
    }
  }
}
