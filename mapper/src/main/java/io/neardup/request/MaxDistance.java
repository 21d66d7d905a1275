// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import io.neardup.fingerprint.Fingerprint;
import org.opensearch.core.common.Strings;

/** The parameter {@code max_distance}: the maximum Hamming distance of a match. */
public final class MaxDistance {
  /** The default: the greatest distance that four lookups can cover. */
  public static final int DEFAULT = Fingerprint.MAX_LOOKUP_DISTANCE;

  private MaxDistance() {}

  /** The default, which does not restrict nearest-neighbor queries. */
  public static int defaultFor(boolean nearest) {
    return nearest ? Fingerprint.BITS : DEFAULT;
  }

  /**
   * Parses a distance from JSON or from after a tilde.
   *
   * @param value a number or a string
   * @return 0 to 64
   * @throws IllegalArgumentException naming the bounds and the value seen
   */
  public static int parse(Object value) {
    String text = String.valueOf(value);
    if (text.matches("[0-9]{1,9}") == false) {
      throw refused(text);
    }
    return check(Integer.parseInt(text));
  }

  /**
   * Returns the distance if it is within bounds.
   *
   * @throws IllegalArgumentException unless the distance is between 0 and 64
   */
  public static int check(int distance) {
    if (distance < 0 || distance > Fingerprint.BITS) {
      throw refused(distance);
    }
    return distance;
  }

  private static IllegalArgumentException refused(Object seen) {
    return new IllegalArgumentException(
        "[max_distance] must be an integer from 0 (the same fingerprint) to "
            + Fingerprint.BITS
            + " (any fingerprint), got ["
            + Strings.cleanTruncate(String.valueOf(seen), 80)
            + "]");
  }
}
