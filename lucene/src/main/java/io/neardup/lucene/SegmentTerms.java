// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import io.neardup.fingerprint.FingerprintSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.Term;

/**
 * The segments of a query's fingerprints as terms: per segment field the distinct values, in the
 * order of the terms dictionary. Immutable.
 */
final class SegmentTerms {
  private final SegmentLayout layout;
  private final String[] fields;
  private final int[][] values;

  SegmentTerms(SegmentLayout layout, String field, FingerprintSet fingerprints) {
    this.layout = layout;
    this.fields = new String[layout.segments()];
    this.values = new int[layout.segments()][];
    for (int s = 0; s < fields.length; s++) {
      int segment = s;
      fields[s] = layout.field(field, s);
      values[s] =
          Arrays.stream(fingerprints.toArray())
              .mapToInt(fingerprint -> layout.value(fingerprint, segment))
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
        .mapToObj(value -> new Term(fields[segment], SegmentLayout.write(value, layout.newTerm())))
        .toList();
  }
}
