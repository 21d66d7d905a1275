// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.function.IntSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;

/**
 * The search of one leaf, one way or the other.
 *
 * @param iterator of the matches
 * @param check the two phases that the iterator goes through, or null if it has but one
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
