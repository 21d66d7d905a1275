// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import org.apache.lucene.search.DocIdSetIterator;

/** Documents that are near enough, with the distance to the nearest fingerprint of the query. */
abstract class NearDocuments extends DocIdSetIterator {
  /** The distance of the current document. */
  abstract int distance();
}
