// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.hamming;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.Similarity;

/**
 * How wide to search for fingerprints of texts that are so similar at least. Two sets of one size
 * with Jaccard similarity J have the cosine 2J / (1 + J), and sets of different sizes a greater
 * one; each bit of their SimHashes, if all features weigh the same, differs with the angle divided
 * by pi (Charikar 2002, <a
 * href="https://doi.org/10.1145/509907.509965">doi:10.1145/509907.509965</a>), so that the distance
 * is binomial.
 */
public final class SearchRadius {
  /** The part of such texts that searches which name no distance find as candidates. */
  private static final double CANDIDATES = 0.95;

  private SearchRadius() {}

  /**
   * How wide to search for candidates that something else confirms: 95 % of the texts with this
   * similarity are within.
   *
   * @param similarity Jaccard, greater than 0 and at most 1
   */
  public static int of(double similarity) {
    return of(similarity, CANDIDATES);
  }

  /**
   * The smallest distance within which fingerprints of texts with this similarity, or more, are
   * with this probability.
   *
   * @param similarity Jaccard, greater than 0 and at most 1
   * @param recall greater than 0 and less than 1
   */
  public static int of(double similarity, double recall) {
    Similarity.check(similarity);
    if ((recall > 0 && recall < 1) == false) {
      throw new IllegalArgumentException(
          "[recall] must be greater than 0 and less than 1, got [" + recall + "]");
    }
    double differs = Math.acos(2 * similarity / (1 + similarity)) / Math.PI;
    double exactly = Math.pow(1 - differs, Fingerprint.BITS);
    double within = exactly;
    int distance = 0;
    while (within < recall && distance < Fingerprint.BITS) {
      exactly *= differs / (1 - differs) * (Fingerprint.BITS - distance) / (distance + 1);
      within += exactly;
      distance++;
    }
    return distance;
  }
}
