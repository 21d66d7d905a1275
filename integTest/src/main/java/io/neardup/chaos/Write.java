// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One action of a bulk, everything that was tried to get it done, and what came of it. Written by
 * one writer, read by others when that one has ended.
 */
final class Write {
  /** Actions of the bulk API. */
  enum Action {
    INDEX,
    CREATE,
    /** A note is changed, nothing that is compared. */
    UPDATE,
    /** The same, with a whole document in case that there is none. */
    UPSERT,
    DELETE
  }

  /** What the last answer said. */
  enum Outcome {
    /** There is a document that was not there before. */
    CREATED,
    /** A document was replaced or changed. */
    UPDATED,
    DELETED,
    /** There is nothing to delete or to update. */
    ABSENT,
    NOOP,
    /** A near-duplicate, says the answer. */
    REFUSED,
    /** Any other refusal that repeating does not change. */
    REJECTED,
    /** No answer that tells. */
    UNKNOWN
  }

  /**
   * One time that it was sent.
   *
   * @param sent in milliseconds since the run began
   * @param answered when the answer or an error came
   * @param node number of the node that it was sent to
   * @param answer in short
   */
  record Attempt(long sent, long answered, int node, String answer) {}

  /** Of no other write; stored in the document. */
  final int number;

  final int bulk;
  final Lane lane;
  final Action action;

  /** The index or alias in the request. */
  final String target;

  /** Null where the server makes one. */
  final String id;

  /** The fingerprint; 0 for actions that bring none. */
  final long print;

  /** Whether a document with this {@code _id} is known to be there. */
  final boolean onExisting;

  final List<Attempt> attempts = new ArrayList<>(1);
  Outcome outcome = Outcome.UNKNOWN;

  /** Where it was written, says the answer; null if it does not say. */
  String writtenIndex;

  String writtenId;

  /** What the last answer was about, when that is another document; else null. */
  String mixedUpWith;

  Write(
      int number,
      int bulk,
      Lane lane,
      Action action,
      String target,
      String id,
      long print,
      boolean onExisting) {
    this.number = number;
    this.bulk = bulk;
    this.lane = lane;
    this.action = action;
    this.target = target;
    this.id = id;
    this.print = print;
    this.onExisting = onExisting;
  }

  /** Whether it brings a fingerprint. */
  boolean hasPrint() {
    return action != Action.DELETE && action != Action.UPDATE;
  }

  /** Whether it may have been done at a time, or more often, than the last answer says. */
  boolean doubtful() {
    return outcome == Outcome.UNKNOWN || attempts.size() > 1;
  }

  /** Whether its document, with its fingerprint, was written, as far as the answers say. */
  boolean wroteDocument() {
    return outcome == Outcome.CREATED
        || (outcome == Outcome.UPDATED && (action == Action.INDEX || onExisting == false));
  }

  long firstSent() {
    return attempts.get(0).sent();
  }

  Attempt last() {
    return attempts.get(attempts.size() - 1);
  }

  int distance(Write other) {
    return Long.bitCount(print ^ other.print);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "write %d in bulk %d: %s %s/%s [%016x] -> %s %s/%s %s%s",
        number,
        bulk,
        action,
        target,
        id,
        print,
        outcome,
        writtenIndex,
        writtenId,
        attempts,
        mixedUpWith == null ? "" : " mixed up with " + mixedUpWith);
  }
}
