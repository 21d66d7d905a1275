// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.hamming;

import java.io.IOException;

/** Receives the pairs of a document and a fingerprint of the query that are near each other. */
@FunctionalInterface
interface MatchConsumer {
  /**
   * Receives a pair. Documents come in any order; a document with one fingerprint comes once for
   * each fingerprint of the query that it is near to.
   *
   * @param fingerprint index of the fingerprint in the query
   */
  void accept(int doc, int fingerprint, int distance) throws IOException;
}
