// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.lucene.field.HashSegmentLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.Term;

/**
 * The segments of a query's fingerprints as terms. Creates them directly, because a search visits
 * its query three times just to count the clauses.
 */
final class HashSegmentTerms {
  private HashSegmentTerms() {}

  /** The distinct terms of segment {@code segment}, in the order of the terms dictionary. */
  static List<Term> of(
      HashSegmentLayout layout, String field, int segment, FingerprintSet fingerprints) {
    int[] values = values(layout, segment, fingerprints);
    String name = layout.field(field, segment);
    List<Term> terms = new ArrayList<>(values.length);
    for (int value : values) {
      terms.add(new Term(name, HashSegmentLayout.write(value, layout.newTerm())));
    }
    return terms;
  }

  /** Ascending. */
  private static int[] values(HashSegmentLayout layout, int segment, FingerprintSet fingerprints) {
    int[] values = new int[fingerprints.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = layout.value(fingerprints.get(i), segment);
    }
    return Probes.ascending(values, values.length);
  }
}
