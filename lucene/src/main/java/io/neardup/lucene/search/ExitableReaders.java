// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;

/** Removes a wrapper from the readers of a search. */
public final class ExitableReaders {
  /**
   * OpenSearch's reader that obeys timeouts and cancellation. It is the outermost, hides nothing,
   * and has no other use here, because lookups check through an {@link CancellationCheck}. But it
   * makes new postings for each term, which takes a quarter of the time of lookups of many terms,
   * and reads them one by one, which takes most of the time of a lookup that reads long ones
   * ({@code similar}, docs/benchmarks.md). It is recognized by its name, because it is not public;
   * under another name, lookups are only slower.
   */
  static final String EXITABLE =
      "org.opensearch.search.internal.ExitableDirectoryReader$ExitableLeafReader";

  private ExitableReaders() {}

  /** The reader without the wrapper that only checks the clock. */
  public static LeafReader withoutClock(LeafReader reader) {
    return reader instanceof FilterLeafReader filter && reader.getClass().getName().equals(EXITABLE)
        ? filter.getDelegate()
        : reader;
  }
}
