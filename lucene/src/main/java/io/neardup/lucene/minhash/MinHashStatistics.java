// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.lucene.SearchCounts;
import java.util.List;

/**
 * What the searches of one query by similarity did: leaves searched by bands ({@code
 * leaves_looked_up}) or by all signatures ({@code leaves_scanned}); bands read ({@code probes}),
 * their postings ({@code candidates}) and how many of them were of another band ({@code
 * rejected_in_postings}); {@code doc_values_read}, which are signatures compared, and {@code
 * matches}.
 */
public final class MinHashStatistics extends SearchCounts {
  private static final int LEAVES_LOOKED_UP = 0;
  private static final int LEAVES_SCANNED = 1;
  private static final int PROBES = 2;
  private static final int CANDIDATES = 3;
  private static final int REJECTED_IN_POSTINGS = 4;
  private static final int DOC_VALUES_READ = 5;
  private static final int MATCHES = 6;

  /** In the order of the numbers above. */
  private static final List<String> NAMES =
      List.of(
          "leaves_looked_up",
          "leaves_scanned",
          "probes",
          "candidates",
          "rejected_in_postings",
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

  void read(long postings, long rejected) {
    add(CANDIDATES, postings);
    add(REJECTED_IN_POSTINGS, rejected);
  }

  void compared(boolean matches) {
    add(DOC_VALUES_READ, 1);
    add(MATCHES, matches ? 1 : 0);
  }
}
