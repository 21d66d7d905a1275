// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** Iterates over matches, with the distance to the nearest fingerprint of the query. */
abstract class DistanceIterator extends DocIdSetIterator {
  private final long cost;
  private int doc = -1;

  /**
   * @param cost of all of them, as the plan estimates
   */
  DistanceIterator(long cost) {
    this.cost = cost;
  }

  /**
   * Moves to the first match from {@code target} on.
   *
   * @param target after the current one
   * @return the document, or {@link #NO_MORE_DOCS}
   */
  abstract int find(int target) throws IOException;

  /** The distance of the current document. */
  abstract int distance();

  @Override
  public final int docID() {
    return doc;
  }

  @Override
  public final int nextDoc() throws IOException {
    return advance(doc + 1);
  }

  @Override
  public final int advance(int target) throws IOException {
    doc = find(target);
    return doc;
  }

  @Override
  public final long cost() {
    return cost;
  }
}
