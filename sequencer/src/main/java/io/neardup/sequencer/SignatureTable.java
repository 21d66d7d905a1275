// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.SignatureComparer;
import java.util.Arrays;

/**
 * Signatures, all of which are compared, so that none is missed: a tenth of a microsecond each
 * ({@code SignatureComparisonBenchmark}). Exact sets are kept as sketches beside, for signatures
 * that are none. Not thread-safe.
 */
final class SignatureTable implements StageTable {
  private final int number;
  private final double similarity;
  private byte[][] signatures = new byte[64][];
  private byte[][] sketches = new byte[64][];
  private int end;

  /**
   * @param number of the stage
   */
  SignatureTable(double similarity, int number) {
    this.similarity = similarity;
    this.number = number;
  }

  @Override
  public void add(int slot, Keys keys) {
    if (slot >= signatures.length) {
      int length = slot + (slot >> 1) + 1;
      signatures = Arrays.copyOf(signatures, length);
      sketches = Arrays.copyOf(sketches, length);
    }
    MinHashSignature signature = keys.signature(number);
    signatures[slot] = signature.toBytes();
    sketches[slot] = signature.isExact() ? signature.sketched().toBytes() : signatures[slot];
    end = Math.max(end, slot + 1);
  }

  @Override
  public void remove(int slot, Keys keys) {
    signatures[slot] = null;
    sketches[slot] = null;
    while (end > 0 && signatures[end - 1] == null) {
      end--;
    }
  }

  @Override
  public void find(Keys keys, Visitor visitor) {
    MinHashSignature wanted = keys.signature(number);
    SignatureComparer comparer = new SignatureComparer(wanted);
    byte[][] comparable = wanted.isExact() ? signatures : sketches;
    for (int slot = 0; slot < end; slot++) {
      byte[] bytes = comparable[slot];
      if (bytes != null && comparer.compare(bytes, 0, bytes.length).jaccard() >= similarity) {
        visitor.visit(slot);
      }
    }
  }
}
