// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import java.util.BitSet;

/** Hits with 64-bit fingerprints, near by their Hamming distance. */
public final class FingerprintHits implements HitDistances {
  private final long[] fingerprints;
  private final BitSet comparable = new BitSet();
  private final int maxDistance;

  /** So many hits, without fingerprints yet. */
  public FingerprintHits(int size, int maxDistance) {
    this.fingerprints = new long[size];
    this.maxDistance = maxDistance;
  }

  /** The fingerprint of a hit. */
  public void set(int hit, long fingerprint) {
    fingerprints[hit] = fingerprint;
    comparable.set(hit);
  }

  @Override
  public int size() {
    return fingerprints.length;
  }

  @Override
  public boolean isComparable(int hit) {
    return comparable.get(hit);
  }

  @Override
  public double ifNear(int left, int right) {
    int distance = Long.bitCount(fingerprints[left] ^ fingerprints[right]);
    return distance <= maxDistance ? distance : FAR;
  }

  @Override
  public double distance(int left, int right) {
    return Long.bitCount(fingerprints[left] ^ fingerprints[right]);
  }
}
