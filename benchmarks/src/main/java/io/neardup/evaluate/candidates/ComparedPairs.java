// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import java.util.Arrays;

/** Pairs of near fingerprints, found by comparing every two: a nanosecond each. */
record ComparedPairs(Fingerprints fingerprints, int maxDistance) implements Candidates {
  @Override
  public int[] behind(int document) {
    int[] found = new int[16];
    int count = 0;
    for (int right = document + 1; right < fingerprints.size(); right++) {
      if (fingerprints.distance(document, right) <= maxDistance) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = right;
      }
    }
    return Arrays.copyOf(found, count);
  }

  @Override
  public int distance(int left, int right) {
    int distance = fingerprints.distance(left, right);
    return distance <= maxDistance ? distance : NOT_FOUND;
  }
}
