// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.search;

/** A query that tells what its searches have cost. */
public interface CountedQuery {
  /** What searches with this object have done so far. */
  SearchCounts statistics();
}
