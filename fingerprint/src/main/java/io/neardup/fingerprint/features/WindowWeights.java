// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import io.neardup.fingerprint.idf.Idf;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.fingerprint.memory.Growth;
import io.neardup.fingerprint.memory.MemoryAccount;

/**
 * The weights of a text's windows as whole numbers: the sum of the idf of a window's units (1
 * without a dictionary) times the boost of its first unit. All windows of a text have the same
 * number of units, so sums are proportional to means.
 */
final class WindowWeights {
  private final int size;
  private final MemoryAccount memory;
  private int[] weights = {};
  private int[] idfs = {};
  private boolean equal;
  private int equalWeight;
  private double one;

  WindowWeights(int size, MemoryAccount memory) {
    this.size = size;
    this.memory = memory;
  }

  /** Weighs all windows of these units. */
  void weigh(Units units, Idf idf) {
    int window = Math.min(size, units.count());
    int windows = units.count() - window + 1;
    equal = idf == null && units.evenlyBoosted();
    one = Weights.BOOST_ONE * (idf == null ? 1.0 : (double) Weights.IDF_ONE * window);
    if (units.count() == 0 || equal) {
      equalWeight = units.count() == 0 ? 0 : units.boost(0);
      return;
    }
    if (windows > weights.length) {
      weights = Growth.replace(weights, windows, memory);
    }
    if (idf == null) {
      for (int i = 0; i < windows; i++) {
        weights[i] = units.boost(i);
      }
    } else {
      lookUp(units, idf);
      weigh(units, window, windows);
    }
  }

  private void lookUp(Units units, Idf idf) {
    int count = units.count();
    if (count > idfs.length) {
      idfs = Growth.replace(idfs, count, memory);
    }
    for (int i = 0; i < count; i++) {
      int start = units.start(i);
      idfs[i] = idf.idf(units.utf8, start, units.end(i) - start);
    }
  }

  private void weigh(Units units, int window, int windows) {
    int sum = 0;
    for (int i = 0; i < window - 1; i++) {
      sum += idfs[i];
    }
    for (int i = 0; i < windows; i++) {
      sum += idfs[i + window - 1];
      weights[i] = sum * units.boost(i);
      sum -= idfs[i];
    }
  }

  /** Whether all windows weigh the same. */
  boolean equal() {
    return equal;
  }

  /** The weight of a window, in parts of {@link #one}. */
  int get(int window) {
    return equal ? equalWeight : weights[window];
  }

  /** The weight of a window whose units have the boost 1 and, on average, the idf 1. */
  double one() {
    return one;
  }
}
