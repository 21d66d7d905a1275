// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

/** Refuses numbers out of bounds. */
public final class Bounds {
  private Bounds() {}

  public static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "["
              + option
              + "] must be "
              + (most == Integer.MAX_VALUE
                  ? "at least " + least
                  : "between " + least + " and " + most)
              + ", got ["
              + value
              + "]");
    }
  }

  static void checkSimilarity(String option, double value) {
    if ((value > 0 && value <= 1) == false) {
      throw new IllegalArgumentException(
          "[" + option + "] must be greater than 0 and at most 1, got [" + value + "]");
    }
  }
}
