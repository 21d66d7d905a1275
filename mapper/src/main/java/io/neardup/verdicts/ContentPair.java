// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.fingerprint.Fingerprint;

/**
 * Two contents by their digests, the lesser one first, as unsigned numbers. The digest of a
 * fingerprint is the fingerprint itself, that of a signature a hash of it.
 */
public record ContentPair(long first, long second) {
  private static final char BETWEEN = '-';
  private static final int LENGTH = 2 * Fingerprint.HEX_DIGITS + 1;

  public ContentPair {
    if (Long.compareUnsigned(first, second) > 0) {
      long lesser = second;
      second = first;
      first = lesser;
    }
  }

  /**
   * Reads the id of a verdict in its index.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ContentPair parse(String id) {
    if (id.length() != LENGTH || id.charAt(Fingerprint.HEX_DIGITS) != BETWEEN) {
      throw new IllegalArgumentException("no pair: [" + Fingerprint.shown(id) + "]");
    }
    return new ContentPair(
        Fingerprint.parse(id.substring(0, Fingerprint.HEX_DIGITS)),
        Fingerprint.parse(id.substring(Fingerprint.HEX_DIGITS + 1)));
  }

  /** The id of its verdict in an index. */
  @Override
  public String toString() {
    return Fingerprint.toHex(first) + BETWEEN + Fingerprint.toHex(second);
  }
}
