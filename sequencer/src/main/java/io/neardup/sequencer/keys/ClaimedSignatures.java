// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.minhash.SignatureComparer;
import java.util.Arrays;

/**
 * Signatures, looked up by the bands in which similar ones meet, as in the index; with recall 1 all
 * are compared. Exact sets are kept as sketches beside, for signatures that are none. Not
 * thread-safe.
 */
final class ClaimedSignatures implements StageTable {
  private final int number;
  private final double similarity;
  private final NumbersRule numbers;

  /** Null if all are compared. */
  private final Bands bands;

  /** The signatures of each band by its hash. */
  private final SlotTable[] chains;

  private byte[][] signatures = new byte[64][];
  private byte[][] sketches = new byte[64][];

  /** The last search that saw a slot. */
  private int[] seen = new int[64];

  private int search;
  private int end;

  /**
   * @param number of the stage
   */
  ClaimedSignatures(Likeness likeness, int number) {
    this.similarity = likeness.similarity();
    this.numbers = likeness.numbers();
    this.number = number;
    this.bands = likeness.recall() < 1 ? Bands.of(similarity, likeness.recall()) : null;
    this.chains = new SlotTable[bands == null ? 0 : bands.count()];
    Arrays.setAll(chains, band -> new SlotTable());
  }

  @Override
  public void add(int slot, Keys keys) {
    if (slot >= signatures.length) {
      int length = slot + (slot >> 1) + 1;
      signatures = Arrays.copyOf(signatures, length);
      sketches = Arrays.copyOf(sketches, length);
      seen = Arrays.copyOf(seen, length);
    }
    MinHashSignature signature = keys.signature(number);
    signatures[slot] = signature.toBytes();
    sketches[slot] = signature.isExact() ? signature.sketched().toBytes() : signatures[slot];
    end = Math.max(end, slot + 1);
    if (bands != null) {
      long[] hashes = bands.hashes(signature);
      for (int band = 0; band < chains.length; band++) {
        chains[band].add(slot, SlotTable.hash(hashes[band]));
      }
    }
  }

  @Override
  public void remove(int slot, Keys keys) {
    signatures[slot] = null;
    sketches[slot] = null;
    for (SlotTable chain : chains) {
      chain.remove(slot);
    }
    while (end > 0 && signatures[end - 1] == null) {
      end--;
    }
  }

  @Override
  public void find(Keys keys, Visitor visitor) {
    MinHashSignature wanted = keys.signature(number);
    SignatureComparer comparer = new SignatureComparer(wanted.under(numbers));
    byte[][] comparable = wanted.isExact() ? signatures : sketches;
    if (bands == null) {
      for (int slot = 0; slot < end; slot++) {
        compare(slot, comparable, comparer, visitor);
      }
      return;
    }
    search++;
    long[] hashes = bands.hashes(wanted);
    for (int band = 0; band < chains.length; band++) {
      int hash = SlotTable.hash(hashes[band]);
      int slot = chains[band].first(hash);
      while (slot != SlotTable.NONE) {
        if (seen[slot] != search) {
          seen[slot] = search;
          compare(slot, comparable, comparer, visitor);
        }
        slot = chains[band].after(slot);
      }
    }
  }

  private void compare(int slot, byte[][] comparable, SignatureComparer comparer, Visitor visitor) {
    byte[] bytes = comparable[slot];
    if (bytes != null && comparer.compare(bytes, 0, bytes.length).jaccard() >= similarity) {
      visitor.visit(slot);
    }
  }
}
