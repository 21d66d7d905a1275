// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.hamming.MultiIndexHashing;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * Fingerprints, looked up by their segments ({@link MultiIndexHashing}). A few are simply compared
 * one by one. Not thread-safe.
 */
final class FingerprintTable implements StageTable {
  /** There are no buckets up to this number. */
  private static final int FEW = 512;

  /** Fingerprints compared in the time of one bucket lookup, as measured. */
  private static final int COMPARED_PER_PROBE = 12;

  private final int maxDistance;
  private final int number;

  /** One per hash segment; null while there are few fingerprints. */
  private HashSegmentBuckets[] segments;

  /** Fingerprints and scopes by slot, and whether the slot is used. */
  private long[] values = new long[64];

  private long[] scopes = new long[64];
  private final BitSet used = new BitSet();
  private int size;

  /**
   * @param number of the stage
   */
  FingerprintTable(int maxDistance, int number) {
    this.maxDistance = maxDistance;
    this.number = number;
  }

  @Override
  public void add(int slot, Keys keys) {
    if (slot >= values.length) {
      int length = slot + (slot >> 1) + 1;
      values = Arrays.copyOf(values, length);
      scopes = Arrays.copyOf(scopes, length);
    }
    values[slot] = keys.value(number);
    scopes[slot] = keys.scope();
    used.set(slot);
    size++;
    if (segments != null) {
      for (int s = 0; s < segments.length; s++) {
        segments[s].add(slot, values[slot], scopes[slot]);
        segments[s] = segments[s].full() ? filled(segments[s].rebuilt()) : segments[s];
      }
    } else if (size > FEW) {
      segments = new HashSegmentBuckets[Math.min(Fingerprint.SEGMENTS, maxDistance + 1)];
      Arrays.setAll(segments, s -> filled(new HashSegmentBuckets(s)));
    }
  }

  private HashSegmentBuckets filled(HashSegmentBuckets empty) {
    HashSegmentBuckets buckets = empty;
    for (int slot = used.nextSetBit(0); slot >= 0; slot = used.nextSetBit(slot + 1)) {
      buckets.add(slot, values[slot], scopes[slot]);
    }
    return buckets.full() ? filled(buckets.rebuilt()) : buckets;
  }

  @Override
  public void remove(int slot, Keys keys) {
    used.clear(slot);
    size--;
    if (size == 0) {
      segments = null;
    } else if (segments != null) {
      for (HashSegmentBuckets segment : segments) {
        segment.remove(slot, values[slot], scopes[slot]);
      }
    }
  }

  @Override
  public void find(Keys keys, IntConsumer visitor) {
    long value = keys.value(number);
    if (segments == null || used.length() < COMPARED_PER_PROBE * probes()) {
      scan(value, visitor);
      return;
    }
    for (int s = 0; s < segments.length; s++) {
      segments[s].find(
          value, keys.scope(), MultiIndexHashing.radius(s, maxDistance), maxDistance, visitor);
    }
  }

  private int probes() {
    int probes = 0;
    for (int s = 0; s < segments.length; s++) {
      probes += segments[s].probes(MultiIndexHashing.radius(s, maxDistance));
    }
    return probes;
  }

  private void scan(long value, IntConsumer visitor) {
    int length = used.length();
    for (int slot = 0; slot < length; slot++) {
      if (Fingerprint.distance(values[slot], value) <= maxDistance && used.get(slot)) {
        visitor.accept(slot);
      }
    }
  }
}
