// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.Fingerprint;

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

  private final Stage stage;
  private final int number;
  private final Chains[] chains;

  StageTable(Stage stage, int number) {
    this.stage = stage;
    this.number = number;
    boolean exact = stage.kind() == Stage.Kind.EXACT;
    this.chains = new Chains[exact ? 1 : Math.min(Fingerprint.SEGMENTS, stage.maxDistance() + 1)];
    for (int i = 0; i < chains.length; i++) {
      chains[i] = new Chains();
    }
  }

  void add(int slot, Keys keys) {
    for (int i = 0; i < chains.length; i++) {
      chains[i].add(slot, hash(keys, i));
    }
  }

  void remove(int slot) {
    for (Chains chain : chains) {
      chain.remove(slot);
    }
  }

  void find(Keys keys, Visitor visitor) {
    int radius = stage.maxDistance() / Fingerprint.SEGMENTS;
    int wide = stage.maxDistance() % Fingerprint.SEGMENTS;
    for (int i = 0; i < chains.length; i++) {
      probe(i, keys, i <= wide ? radius : radius - 1, visitor);
    }
  }

  private void probe(int chain, Keys keys, int radius, Visitor visitor) {
    if (stage.kind() == Stage.Kind.EXACT) {
      visit(chains[chain], hash(keys, chain), visitor);
    } else {
      int segment = Fingerprint.segment(keys.value(number), chain);
      flip(chain, segment, keys.scope(), 0, radius, visitor);
    }
  }

  /** All values within so many flips of bits from {@code from} on. */
  private void flip(int chain, int segment, long scope, int from, int left, Visitor visitor) {
    visit(chains[chain], segmentHash(segment, scope), visitor);
    if (left > 0) {
      for (int bit = from; bit < Fingerprint.SEGMENT_BITS; bit++) {
        flip(chain, segment ^ (1 << bit), scope, bit + 1, left - 1, visitor);
      }
    }
  }

  private static void visit(Chains chain, int hash, Visitor visitor) {
    for (int slot = chain.first(hash); slot != Chains.NONE; slot = chain.after(slot)) {
      visitor.visit(slot);
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
