// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.pairs.NearPairs;
import java.util.List;

/** The fingerprints of the documents of a sample. Immutable. */
public final class Fingerprints {
  /** So many are compared with each other in a second; of more, near pairs are found by blocks. */
  private static final int COMPARED = 50_000;

  private final long[] values;
  private final boolean[] none;

  /**
   * @param fingerprints null for a document without one, which is near nothing
   */
  public Fingerprints(List<Long> fingerprints) {
    values = new long[fingerprints.size()];
    none = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      Long fingerprint = fingerprints.get(i);
      none[i] = fingerprint == null;
      values[i] = fingerprint == null ? 0 : fingerprint;
    }
  }

  int size() {
    return values.length;
  }

  boolean has(int document) {
    return none[document] == false;
  }

  long get(int document) {
    return values[document];
  }

  /** The distance of two documents; more than all distances if one has no fingerprint. */
  int distance(int left, int right) {
    return none[left] || none[right]
        ? Fingerprint.BITS + 1
        : Fingerprint.distance(values[left], values[right]);
  }

  /** All pairs within a distance: whichever way is faster. */
  public Candidates within(int maxDistance) {
    return size() > COMPARED && maxDistance <= NearPairs.MAX_DISTANCE
        ? new BlockPairs(this, maxDistance)
        : new ComparedPairs(this, maxDistance);
  }
}
