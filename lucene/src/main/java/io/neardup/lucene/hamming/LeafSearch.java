// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import java.util.function.IntSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * The search of one leaf, in any of the three ways.
 *
 * @param iterator of the matches
 * @param check the two phases of the iterator, or null if it has only one
 * @param distance of the current match
 */
record LeafSearch(DocIdSetIterator iterator, TwoPhaseIterator check, IntSupplier distance) {
  static LeafSearch of(DistanceIterator documents) {
    return new LeafSearch(documents, null, documents::distance);
  }

  static LeafSearch of(DistanceCheck check) {
    return new LeafSearch(TwoPhaseIterator.asDocIdSetIterator(check), check, check::distance);
  }
}
