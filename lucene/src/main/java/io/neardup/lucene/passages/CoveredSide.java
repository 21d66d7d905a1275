// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

/** Which of the two texts is to be covered by the passages that they share. */
public enum CoveredSide {
  /** What is asked about. */
  QUESTION,
  /** What is found. */
  HIT
}
