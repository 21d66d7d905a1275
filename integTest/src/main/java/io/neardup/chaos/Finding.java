// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;

/**
 * Something that must not be.
 *
 * @param at when the latest write concerned was answered
 * @param evidence the documents and writes concerned
 */
record Finding(Kind kind, String lane, String text, long at, List<String> evidence) {
  private static final int EVIDENCE_SHOWN = 16;

  /** What may be wrong; the words of the report. */
  enum Kind {
    /** Acknowledged as written, never overwritten or deleted, and not there. */
    LOST,
    /** A change or a delete was acknowledged, and what was there before is there still. */
    STALE,
    /** Answered as a duplicate, and nothing near was there at the time. */
    GHOST,
    /** A write to an {@code _id} that was there was answered with noop. */
    SWALLOWED,
    /** Two documents within the distance are both new, and neither is marked. */
    BOTH_NEW,
    /** A group has documents, and none of them is canonical. */
    HEADLESS,
    /** A document ranks before the canonical of its group. */
    OUTRANKED,
    /** What it is said to be a duplicate of was never so near. */
    WRONG_OF,
    /** Stored without a decision. */
    UNDECIDED,
    /** The answer at its place is about another document, or none that fits. */
    MIXED_UP,
    /** A search found what is not near, or not all that is. */
    WRONG_ANSWER;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String toString() {
    return kind.word()
        + " in "
        + lane
        + ": "
        + text
        + "\n"
        + evidence.stream().limit(EVIDENCE_SHOWN).collect(joining("\n")).indent(4).stripTrailing();
  }
}
