// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.Fingerprint;

/**
 * A criterion for duplicates; a domain has a list of them, tried in order.
 *
 * @param kind how values are compared
 * @param field of the value in a document
 * @param maxDistance the maximum Hamming distance of a match; 0 for equality
 */
public record Stage(Kind kind, String field, int maxDistance) {
  /** The maximum distance that the window supports: 548 probes. */
  public static final int MAX_DISTANCE = 11;

  /** How values are compared. */
  public enum Kind {
    /** Equality of a keyword, by 128 bits of its hash. */
    EXACT,
    /** Hamming distance of fingerprints. */
    SIMHASH
  }

  /** Checks the bounds. */
  public Stage {
    if (maxDistance < 0 || maxDistance > MAX_DISTANCE) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and " + MAX_DISTANCE + ", got [" + maxDistance + "]");
    }
  }

  /** The distance of two keys at this stage; more than the maximum if they do not match. */
  int distance(Keys left, Keys right, int stage) {
    if (kind == Kind.SIMHASH) {
      return Fingerprint.distance(left.value(stage), right.value(stage));
    }
    boolean same =
        left.value(stage) == right.value(stage) && left.check(stage) == right.check(stage);
    return same ? 0 : MAX_DISTANCE + 1;
  }
}
