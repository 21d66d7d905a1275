// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

/**
 * The bits of a fingerprint that one segment field holds: one or two runs of bits, the more
 * significant run first.
 */
record HashSegmentBits(int highShift, int highBits, int lowShift, int lowBits) {
  /** One run of bits. */
  static HashSegmentBits of(int shift, int bits) {
    return new HashSegmentBits(0, 0, shift, bits);
  }

  /** The bits of two segments of one run each. */
  static HashSegmentBits of(HashSegmentBits high, HashSegmentBits low) {
    return new HashSegmentBits(high.lowShift, high.lowBits, low.lowShift, low.lowBits);
  }

  /** Number of bits. */
  int count() {
    return highBits + lowBits;
  }

  /** The value of these bits in a fingerprint. */
  int value(long fingerprint) {
    int high = (int) (fingerprint >>> highShift) & (1 << highBits) - 1;
    int low = (int) (fingerprint >>> lowShift) & (1 << lowBits) - 1;
    return high << lowBits | low;
  }

  /** A fingerprint with exactly these bits set. */
  long mask() {
    return ((1L << highBits) - 1) << highShift | ((1L << lowBits) - 1) << lowShift;
  }
}
