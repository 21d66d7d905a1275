// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.collapse;

import io.neardup.fingerprint.minhash.ComparableSignature;
import io.neardup.fingerprint.minhash.MinHashSignature;

/** Hits with MinHash signatures, near by their Jaccard similarity; their distance is 1 - J. */
public final class SignatureHits implements HitDistances {
  private final ComparableSignature[] signatures;
  private final double similarity;

  /** So many hits, without signatures yet. */
  public SignatureHits(int size, double similarity) {
    this.signatures = new ComparableSignature[size];
    this.similarity = similarity;
  }

  /** The signature of a hit. */
  public void set(int hit, MinHashSignature signature) {
    signatures[hit] = new ComparableSignature(signature);
  }

  @Override
  public int size() {
    return signatures.length;
  }

  @Override
  public boolean isComparable(int hit) {
    return signatures[hit] != null;
  }

  @Override
  public double ifNear(int left, int right) {
    double jaccard = signatures[left].jaccardIfAtLeast(similarity, signatures[right]);
    return jaccard < 0 ? FAR : 1 - jaccard;
  }

  @Override
  public double distance(int left, int right) {
    return 1 - signatures[left].jaccardIfAtLeast(0, signatures[right]);
  }
}
