// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.Fingerprint;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Finds the slots whose keys match at one stage. Fingerprints are looked up by the values of their
 * segments: with distance 4r + a, every match is within r bits in one of the first a + 1 segments,
 * or within r - 1 in one of the rest (multi-index hashing; Norouzi, Punjani, Fleet 2014,
 * doi:10.1109/TPAMI.2013.231).
 */
final class StageTable {
  /** Takes slots; one slot may come several times. */
  interface Visitor {
    void visit(int slot);
  }

  /** So many fingerprints are compared one after the other in the time of one probe. */
  private static final int COMPARED_PER_PROBE = 16;

  private final Stage stage;
  private final int number;
  private final Chains[] chains;
  private final int probes;

  /** Fingerprints by slot, and whether there is one: what a probe finds is mostly too far. */
  private long[] values = new long[64];

  private final BitSet used = new BitSet();

  StageTable(Stage stage, int number) {
    this.stage = stage;
    this.number = number;
    boolean exact = stage.kind() == Stage.Kind.EXACT;
    this.chains = new Chains[exact ? 1 : Math.min(Fingerprint.SEGMENTS, stage.maxDistance() + 1)];
    for (int i = 0; i < chains.length; i++) {
      chains[i] = new Chains();
    }
    this.probes = probes(stage.maxDistance());
  }

  /** Number of values that are within the radius of one, summed over the segments. */
  private static int probes(int maxDistance) {
    int radius = maxDistance / Fingerprint.SEGMENTS;
    int wide = maxDistance % Fingerprint.SEGMENTS + 1;
    return wide * ball(radius) + (Fingerprint.SEGMENTS - wide) * ball(radius - 1);
  }

  private static int ball(int radius) {
    int size = 0;
    int ring = 1;
    for (int i = 0; i <= radius; i++) {
      size += ring;
      ring = ring * (Fingerprint.SEGMENT_BITS - i) / (i + 1);
    }
    return size;
  }

  void add(int slot, Keys keys) {
    for (int i = 0; i < chains.length; i++) {
      chains[i].add(slot, hash(keys, i));
    }
    values = slot < values.length ? values : Arrays.copyOf(values, 2 * slot);
    values[slot] = keys.value(number);
    used.set(slot);
  }

  void remove(int slot) {
    for (Chains chain : chains) {
      chain.remove(slot);
    }
    used.clear(slot);
  }

  void find(Keys keys, Visitor visitor) {
    if (stage.kind() == Stage.Kind.EXACT) {
      Chains chain = chains[0];
      int hash = hash(keys, 0);
      for (int slot = chain.first(hash); slot != Chains.NONE; slot = chain.after(slot)) {
        visitor.visit(slot);
      }
    } else if (used.length() < COMPARED_PER_PROBE * probes) {
      scan(keys.value(number), visitor);
    } else {
      int radius = stage.maxDistance() / Fingerprint.SEGMENTS;
      int wide = stage.maxDistance() % Fingerprint.SEGMENTS;
      for (int i = 0; i < chains.length; i++) {
        int segment = Fingerprint.segment(keys.value(number), i);
        probe(i, segment, keys, 0, i <= wide ? radius : radius - 1, visitor);
      }
    }
  }

  private void scan(long value, Visitor visitor) {
    int length = used.length();
    for (int slot = 0; slot < length; slot++) {
      if (Fingerprint.distance(values[slot], value) <= stage.maxDistance() && used.get(slot)) {
        visitor.visit(slot);
      }
    }
  }

  /** All values of a segment within so many flips of bits from {@code from} on. */
  private void probe(int chain, int segment, Keys keys, int from, int left, Visitor visitor) {
    Chains slots = chains[chain];
    long value = keys.value(number);
    int hash = segmentHash(segment, keys.scope());
    for (int slot = slots.first(hash); slot != Chains.NONE; slot = slots.after(slot)) {
      if (Fingerprint.distance(values[slot], value) <= stage.maxDistance()) {
        visitor.visit(slot);
      }
    }
    if (left > 0) {
      for (int bit = from; bit < Fingerprint.SEGMENT_BITS; bit++) {
        probe(chain, segment ^ (1 << bit), keys, bit + 1, left - 1, visitor);
      }
    }
  }

  private int hash(Keys keys, int chain) {
    return stage.kind() == Stage.Kind.EXACT
        ? Chains.hash(keys.value(number) ^ keys.scope())
        : segmentHash(Fingerprint.segment(keys.value(number), chain), keys.scope());
  }

  private static int segmentHash(int segment, long scope) {
    return Chains.hash(scope + segment);
  }
}
