// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

/** How many documents have a term. */
public interface DocFreqs {
  /** Number of all documents. */
  long documents();

  /** Number of the documents that have a term of {@link TextTerms}. */
  long of(String term);
}
