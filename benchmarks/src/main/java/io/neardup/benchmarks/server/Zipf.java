// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Chooses numbers with Zipf's distribution, which words follow. */
final class Zipf {
  private Zipf() {}

  /** The cumulative distribution: n has a share proportional to 1 / (n + 1). */
  static double[] cumulative(int size) {
    double[] sums = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += 1.0 / (i + 1);
      sums[i] = sum;
    }
    for (int i = 0; i < size; i++) {
      sums[i] /= sum;
    }
    return sums;
  }

  /** A number from 0 to the size, exclusive. */
  static int pick(double[] cumulative, SplittableRandom random) {
    int found = Arrays.binarySearch(cumulative, random.nextDouble());
    return Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
  }
}
