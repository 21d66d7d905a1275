// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.candidates;

/** Pairs of documents, by their places in the list, that a search finds. */
public interface Candidates {
  /** What {@link #distance} says of a pair that is not found. */
  int NOT_FOUND = -1;

  /** The documents behind this one in the list that are found with it. */
  int[] behind(int document);

  /** The Hamming distance of a pair, 0 where there is none, or {@link #NOT_FOUND}. */
  int distance(int left, int right);
}
