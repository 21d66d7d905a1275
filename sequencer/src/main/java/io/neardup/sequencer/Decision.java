// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/**
 * The decision about a claim.
 *
 * @param seq the claim's number; decisions equal a greedy replay in this order
 * @param group of the document
 * @param match the document that it duplicates; null for a new one
 * @param indexOnly whether information was missing, so that the guarantee does not hold
 * @param confirmed whether the match is acknowledged and still exists, or is part of the same bulk,
 *     so that the document need not be written
 * @param rewrites whether its {@code _id} already exists: not writing it would keep the old text
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
   * The document that a duplicate matches.
   *
   * @param of the matching document
   * @param seq its number; negative if it was decided from the index alone
   * @param stage the matching stage, from 0
   * @param distance at that stage
   * @param sameBulk whether it is part of the same bulk, whose response reports its outcome
   */
  public record Match(DocRef of, long seq, int stage, int distance, boolean sameBulk) {}

  /** Whether the document is new rather than a duplicate. */
  public boolean isNew() {
    return match == null;
  }

  /** The same decision without knowledge of claims in flight: no number, nothing confirmed. */
  public Decision unclaimed() {
    return new Decision(-1, group, match, true, false, rewrites, false);
  }
}
