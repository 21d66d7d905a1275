// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

/** What the texts of near documents say about each other, at the stages that look at them. */
public interface TextCheck {
  /** Texts do not matter. */
  TextCheck NONE = (claim, candidate, stage) -> Verdict.SAME;

  /** Of two texts. */
  enum Verdict {
    /** One of them may go. */
    SAME,
    /** Too much would be lost with either. */
    DIFFERENT,
    /** One of them could not be read. */
    UNREAD
  }

  /**
   * That of two documents that are near each other.
   *
   * @param claim number of the one that is decided
   * @param candidate the other one
   * @param stage at which they are
   */
  Verdict of(long claim, ClaimedVersion candidate, int stage);
}
