// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.FingerprintSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

/**
 * The segments of a query's fingerprints as terms: per segment field the distinct values, in the
 * order of the terms dictionary. Immutable.
 */
final class SegmentTerms {
  private static final int HEX_DIGITS = Fingerprint.HEX_DIGITS / Fingerprint.SEGMENTS;

  private final String[] fields = new String[Fingerprint.SEGMENTS];
  private final int[][] values = new int[Fingerprint.SEGMENTS][];

  SegmentTerms(String field, FingerprintSet fingerprints) {
    for (int s = 0; s < Fingerprint.SEGMENTS; s++) {
      int segment = s;
      fields[s] = FingerprintField.segmentField(field, s);
      values[s] =
          Arrays.stream(fingerprints.toArray())
              .mapToInt(fingerprint -> Fingerprint.segment(fingerprint, segment))
              .sorted()
              .distinct()
              .toArray();
    }
  }

  /** The name of the field of segment {@code segment}. */
  String field(int segment) {
    return fields[segment];
  }

  /** The distinct values of segment {@code segment}, ascending; not to be changed. */
  int[] values(int segment) {
    return values[segment];
  }

  /** The same as terms. */
  List<Term> terms(int segment) {
    return IntStream.of(values[segment])
        .mapToObj(value -> new Term(fields[segment], write(value, newTerm())))
        .toList();
  }

  /** Room for one term. */
  static BytesRef newTerm() {
    return new BytesRef(new byte[HEX_DIGITS], 0, HEX_DIGITS);
  }

  /** Writes the value as it is indexed, so that the order of terms is the order of values. */
  static BytesRef write(int value, BytesRef term) {
    for (int i = HEX_DIGITS - 1, rest = value; i >= 0; i--, rest >>>= 4) {
      term.bytes[i] = (byte) Character.forDigit(rest & 0xF, 16);
    }
    return term;
  }
}
