// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import org.apache.lucene.util.BytesRef;

/**
 * How a fingerprint is cut into the segment fields, and what their postings say of the rest of it.
 *
 * <p>A posting of segment s carries {@value #REST_BITS} of the 48 bits of the other segments, seven
 * of each, as its term frequency plus two. Frequencies come with the block of postings, so a
 * candidate that is too far away mostly costs a bit count and no doc value. Frequency 1 is never
 * written: it means that the bits are not known, as in an index that was written without, and in an
 * in-memory index, which counts occurrences itself.
 *
 * <p>Why {@value #REST_BITS}: most terms have fewer than 256 documents in a leaf, and the
 * frequencies of those are written in bytes of seven bits. 21 fill three of them (14 would fill
 * two: four bytes a document less, and 2.9 % of random candidates pass at distance 3 instead of
 * 0.07 %). {@code SegmentBitsBenchmark} counts time and bytes for other numbers. Beyond 24 bits
 * Lucene's bulk read of postings, which gives frequencies as floats, would not be exact.
 */
final class SegmentLayout {
  /** Number of segment fields. */
  static final int SEGMENTS = Fingerprint.SEGMENTS;

  /** Number of bits of the value of a segment. */
  static final int VALUE_BITS = Fingerprint.SEGMENT_BITS;

  /** Number of different values of a segment. */
  static final int VALUES = 1 << VALUE_BITS;

  /** Number of bits of the rest that a posting carries. */
  static final int REST_BITS = 21;

  /** The frequency that says nothing; bits are above. */
  static final int UNKNOWN_REST = 1;

  /** Frequency of a posting whose bits are all zero. */
  static final int FIRST_REST = UNKNOWN_REST + 1;

  private static final int HEX_DIGITS = VALUE_BITS / 4;

  /** The seven bits of each segment that the postings of the others carry. */
  private static final long CARRIED = 0x1555_1555_1555_1555L;

  private SegmentLayout() {}

  /** The name of segment field {@code segment} of a field. */
  static String field(String field, int segment) {
    return field + ".s" + segment;
  }

  /** The value of a segment of a fingerprint. */
  static int value(long fingerprint, int segment) {
    return Fingerprint.segment(fingerprint, segment);
  }

  /** The bits of the other segments that a posting of this one carries. */
  static int rest(long fingerprint, int segment) {
    long own = (VALUES - 1L) << ((SEGMENTS - 1 - segment) * VALUE_BITS);
    return (int) Long.compress(fingerprint, CARRIED & ~own);
  }

  /** The term frequency of a segment of a fingerprint. */
  static int frequency(long fingerprint, int segment) {
    return FIRST_REST + rest(fingerprint, segment);
  }

  /** Room for one term. */
  static BytesRef newTerm() {
    return new BytesRef(new byte[HEX_DIGITS], 0, HEX_DIGITS);
  }

  /** Writes the value as it is indexed, so that the order of terms is the order of values. */
  static BytesRef write(int value, BytesRef term) {
    for (int i = HEX_DIGITS - 1, rest = value; i >= 0; i--, rest >>>= 4) {
      int digit = rest & 0xF;
      term.bytes[i] = (byte) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }
    return term;
  }
}
