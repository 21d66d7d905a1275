// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

/** What counts as one feature of a text. */
public enum FeatureKind {
  /** Every token of the analyzer. */
  TOKEN(1, 1, 1),
  /** Every run of {@code size} consecutive tokens (w-shingling; Broder 1997). */
  SHINGLE(3, 1, 16),
  /** Every token, and every two adjacent ones: for signatures, in which each counts once. */
  TOKEN_PAIR(2, 2, 2),
  /** Every run of {@code size} consecutive code points, without an analyzer. */
  CHAR_NGRAM(4, 1, 32);

  private final int defaultSize;
  private final int minSize;
  private final int maxSize;

  FeatureKind(int defaultSize, int minSize, int maxSize) {
    this.defaultSize = defaultSize;
    this.minSize = minSize;
    this.maxSize = maxSize;
  }

  /** The default number of units in a feature. */
  public int defaultSize() {
    return defaultSize;
  }

  /** The smallest size accepted. */
  public int minSize() {
    return minSize;
  }

  /** The largest size accepted. */
  public int maxSize() {
    return maxSize;
  }

  /** Whether the units are tokens of an analyzer, rather than code points. */
  public boolean usesAnalyzer() {
    return this != CHAR_NGRAM;
  }
}
