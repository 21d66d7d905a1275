// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.lucene.search.SearchCounts;
import java.util.List;

/**
 * What the searches of one query by similarity did: leaves searched by bands ({@code
 * leaves_looked_up}) or by all signatures ({@code leaves_scanned}); bands read ({@code probes}),
 * their postings ({@code candidates}) and how many of them were of another band ({@code
 * rejected_in_postings}) or had another tail ({@code rejected_by_tail}); {@code doc_values_read},
 * which are signatures compared, and {@code matches}.
 */
public final class MinHashStatistics extends SearchCounts {
  private static final int LEAVES_LOOKED_UP = 0;
  private static final int LEAVES_SCANNED = 1;
  private static final int PROBES = 2;
  private static final int CANDIDATES = 3;
  private static final int REJECTED_IN_POSTINGS = 4;
  private static final int REJECTED_BY_TAIL = 5;
  private static final int DOC_VALUES_READ = 6;
  private static final int MATCHES = 7;

  /** In the order of the numbers above. */
  private static final List<String> NAMES =
      List.of(
          "leaves_looked_up",
          "leaves_scanned",
          "probes",
          "candidates",
          "rejected_in_postings",
          "rejected_by_tail",
          "doc_values_read",
          "matches");

  MinHashStatistics() {
    super(NAMES);
  }

  void lookedUp(int bands) {
    add(LEAVES_LOOKED_UP, 1);
    add(PROBES, bands);
  }

  void scanned() {
    add(LEAVES_SCANNED, 1);
  }

  /**
   * @param others postings of other bands
   * @param rejected postings of the bands, but with another tail
   */
  void read(long postings, long others, long rejected) {
    add(CANDIDATES, postings);
    add(REJECTED_IN_POSTINGS, others);
    add(REJECTED_BY_TAIL, rejected);
  }

  void compared(boolean matches) {
    add(DOC_VALUES_READ, 1);
    if (matches) {
      add(MATCHES, 1);
    }
  }
}
