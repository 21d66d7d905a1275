// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

/**
 * What of a document stands in another one.
 *
 * @param words how many words
 * @param of how many the document has
 */
public record Contained(int words, int of) {
  /** The part of the document. */
  public double coverage() {
    return (double) words / of;
  }
}
