// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import java.util.Locale;

/**
 * Weights as whole numbers of a fixed fraction, because sums of floating-point numbers depend on
 * their order. Values are rounded to the nearest fraction, halves up, and are at least one
 * fraction. The fractions and bounds are part of the persisted format. The greatest weight of a
 * feature fits an int: a window of 32 units, each of {@link #MAX_IDF}, with {@link #MAX_BOOST}.
 */
public final class Weights {
  /** Fractions per unit of idf. */
  public static final int IDF_ONE = 256;

  /** The greatest idf. */
  public static final int MAX_IDF = 255;

  /** Fractions per unit of boost. */
  public static final int BOOST_ONE = 16;

  /** The greatest boost. */
  public static final int MAX_BOOST = 64;

  private Weights() {}

  /**
   * An idf in parts of {@value #IDF_ONE}.
   *
   * @throws IllegalArgumentException unless it is greater than 0 and at most {@value #MAX_IDF}
   */
  public static int idf(double idf) {
    return parts("idf", idf, IDF_ONE, MAX_IDF);
  }

  /**
   * A boost in parts of {@value #BOOST_ONE}.
   *
   * @throws IllegalArgumentException unless it is greater than 0 and at most {@value #MAX_BOOST}
   */
  public static int boost(double boost) {
    return parts("boost", boost, BOOST_ONE, MAX_BOOST);
  }

  private static int parts(String name, double value, int one, int max) {
    // Written so that NaN is refused, too.
    if ((value > 0 && value <= max) == false) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[%s] must be greater than 0 and at most %d, got [%s]",
              name,
              max,
              value));
    }
    return Math.max(1, (int) Math.floor(value * one + 0.5));
  }
}
