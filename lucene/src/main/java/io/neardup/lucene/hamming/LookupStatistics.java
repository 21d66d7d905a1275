// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import io.neardup.lucene.search.SearchCounts;
import java.util.List;

/**
 * What the searches of one query by distance did: leaves searched by the postings ({@code
 * leaves_looked_up}), by all doc values ({@code leaves_scanned}), and by the doc values of what
 * another clause found ({@code leaves_led}); in lookups the postings lists read ({@code probes}),
 * the pairs of a posting and a fingerprint of the query ({@code candidates}) and how many of them
 * the postings ruled out ({@code rejected_in_postings}); {@code doc_values_read} and {@code
 * matches}.
 */
public final class LookupStatistics extends SearchCounts {
  private static final int LEAVES_LOOKED_UP = 0;
  private static final int LEAVES_SCANNED = 1;
  private static final int LEAVES_LED = 2;
  private static final int PROBES = 3;
  private static final int CANDIDATES = 4;
  private static final int REJECTED_IN_POSTINGS = 5;
  private static final int DOC_VALUES_READ = 6;
  private static final int MATCHES = 7;

  /** In the order of the numbers above. */
  private static final List<String> NAMES =
      List.of(
          "leaves_looked_up",
          "leaves_scanned",
          "leaves_led",
          "probes",
          "candidates",
          "rejected_in_postings",
          "doc_values_read",
          "matches");

  LookupStatistics() {
    super(NAMES);
  }

  void lookedUp(LeafLookup lookup) {
    add(LEAVES_LOOKED_UP, 1);
    add(PROBES, lookup.lists());
  }

  void scanned() {
    add(LEAVES_SCANNED, 1);
  }

  void led() {
    add(LEAVES_LED, 1);
  }

  void compared(long pairs) {
    add(CANDIDATES, pairs);
    add(REJECTED_IN_POSTINGS, pairs);
  }

  void survived(long pairs) {
    add(REJECTED_IN_POSTINGS, -pairs);
  }

  void docValuesRead(long count) {
    add(DOC_VALUES_READ, count);
  }

  void matched(long count) {
    add(MATCHES, count);
  }
}
