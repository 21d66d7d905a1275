// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * What became of a claim.
 *
 * @param seq the claim's number: decisions are a greedy replay in this order
 * @param group of the document
 * @param match what it is a duplicate of; null for the first of its kind
 * @param indexOnly whether something could not be known, so that the guarantee does not hold for it
 * @param confirmed whether the match is acknowledged and still there, or part of the same bulk, so
 *     that the document need not be written
 * @param rewrites whether its {@code _id} is taken already: leaving it unwritten would keep the old
 *     text
 * @param tracked whether its outcome must be reported
 */
public record Decision(
    long seq,
    Group group,
    Match match,
    boolean indexOnly,
    boolean confirmed,
    boolean rewrites,
    boolean tracked) {

  /**
   * What a document is a duplicate of.
   *
   * @param of the document
   * @param seq its number; negative when it was decided from the index alone
   * @param stage the number of the stage that matched, from 0
   * @param distance at that stage
   * @param sameBulk whether it is part of the same bulk, whose response tells its fate
   */
  public record Match(DocRef of, long seq, int stage, int distance, boolean sameBulk) {}

  /** Whether the document is the first of its kind, else it is a duplicate. */
  public boolean isNew() {
    return match == null;
  }

  /** The same by somebody who does not know what is on its way: no number, nothing confirmed. */
  public Decision unclaimed() {
    return new Decision(-1, group, match, true, false, rewrites, false);
  }
}
