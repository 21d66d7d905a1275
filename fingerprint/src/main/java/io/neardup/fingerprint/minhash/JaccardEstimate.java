// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

/**
 * The Jaccard similarity of two sets, or what two sketches say of it. Values of four bits are equal
 * by chance as well, with P = 1/16 + 15/16 J in all (b-bit minwise hashing; Li, König 2010, <a
 * href="https://doi.org/10.1145/1772690.1772759">doi:10.1145/1772690.1772759</a>): with a part p of
 * 512 equal, the estimate is (p - 1/16) / (15/16), and its standard deviation sqrt(p (1 - p) / 512)
 * / (15/16).
 *
 * @param jaccard 0 to 1
 * @param deviation the standard deviation, 0 if exact
 * @param exact whether it was computed from all features
 */
public record JaccardEstimate(double jaccard, double deviation, boolean exact) {
  /** Probability that two values of different features are equal. */
  static final double CHANCE = 1.0 / (1 << FastSimilaritySketch.VALUE_BITS);

  /** Of texts with other numbers, which are not similar whatever else they share. */
  static final JaccardEstimate OTHER_NUMBERS = new JaccardEstimate(0, 0, true);

  /** Of so many equal values. */
  static JaccardEstimate ofEqual(int equal) {
    double part = equal / (double) FastSimilaritySketch.VALUES;
    double jaccard = Math.max(0, (part - CHANCE) / (1 - CHANCE));
    return new JaccardEstimate(jaccard, deviation(part), false);
  }

  /** This similarity, computed from all features or estimated with the deviation it has then. */
  public static JaccardEstimate of(double jaccard, boolean exact) {
    return new JaccardEstimate(jaccard, exact ? 0 : deviation(equalProbability(jaccard)), exact);
  }

  private static double deviation(double part) {
    return Math.sqrt(part * (1 - part) / FastSimilaritySketch.VALUES) / (1 - CHANCE);
  }

  /** Of two sets of these sizes that share so many features. */
  static JaccardEstimate ofShared(int shared, int left, int right) {
    return new JaccardEstimate(shared / (double) (left + right - shared), 0, true);
  }

  /** Probability that a value of two sets of this similarity is equal. */
  static double equalProbability(double jaccard) {
    return CHANCE + (1 - CHANCE) * jaccard;
  }
}
