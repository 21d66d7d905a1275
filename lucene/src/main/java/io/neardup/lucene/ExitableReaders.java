// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;

/** What is around the readers of a search. */
final class ExitableReaders {
  /**
   * OpenSearch's reader that obeys timeouts and cancellation. It is the outermost, hides nothing,
   * and is of no other use here: lookups ask it by an {@link CancellationCheck}. But it makes new
   * postings for each term, which for lookups of many terms takes a quarter of their time. Known by
   * its name, since it is not public; under another name it is only slower.
   */
  static final String EXITABLE =
      "org.opensearch.search.internal.ExitableDirectoryReader$ExitableLeafReader";

  private ExitableReaders() {}

  /** The reader without what only looks at the clock. */
  static LeafReader withoutClock(LeafReader reader) {
    return reader instanceof FilterLeafReader filter && reader.getClass().getName().equals(EXITABLE)
        ? filter.getDelegate()
        : reader;
  }
}
