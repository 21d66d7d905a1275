// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.sequencer.keys.Closeness;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Rules;
import java.util.List;
import java.util.stream.Stream;

/** What decisions have to be: a replay of all documents by brute force. */
record ClaimReplay(Rules rules, List<Doc> log) {
  /** A document that was claimed, and what became of it. */
  static final class Doc {
    Claim claim;
    long seq;
    boolean canonical;
    boolean tracked;
    boolean failed;
    boolean written;
    boolean searchable;
    Group group;
    long indexSeqNo = -1;

    /** What it was sure to be a duplicate of. */
    Doc of;
  }

  /** What a document is a duplicate of. */
  record Best(Doc doc, int stage, Closeness closeness) {}

  /** The replay: the best canonical before this document that is neither failed nor replaced. */
  Best best(Doc doc) {
    Best best = null;
    for (int stage = 0; stage < rules.stages().size() && best == null; stage++) {
      for (Doc other : log) {
        if (other.seq >= doc.seq || other.canonical == false || other.failed) {
          continue;
        }
        if (other.claim.ref().equals(doc.claim.ref()) || replaced(other, doc.seq)) {
          continue;
        }
        Closeness closeness = closeness(other, doc, stage);
        if (closeness != null && (best == null || nearer(closeness, best.closeness))) {
          best = new Best(other, stage, closeness);
        }
      }
    }
    return best;
  }

  /**
   * The write that the index took last counts; of those that say the same, one that may still come,
   * or the last.
   */
  boolean replaced(Doc doc, long seq) {
    return versions(doc, seq)
        .anyMatch(other -> saysTheSame(other, doc) ? repeats(other, doc) : overwrites(other, doc));
  }

  /**
   * Whether the document has another text or group, neither by this claim nor by one that repeats
   * it. What was a member of the group and is written late leaves it to be looked after.
   */
  boolean overwritten(Doc doc, long seq) {
    return versions(doc, seq)
            .anyMatch(other -> overwrites(other, doc) && isOfGroup(other, doc) == false)
        && versions(doc, seq)
            .noneMatch(
                other ->
                    other.failed == false
                        && saysTheSame(other, doc)
                        && replaced(other, seq) == false);
  }

  private Stream<Doc> versions(Doc doc, long seq) {
    return log.stream()
        .filter(other -> other.claim.ref().equals(doc.claim.ref()))
        .filter(other -> other.seq != doc.seq && other.seq < seq);
  }

  private static boolean isOfGroup(Doc one, Doc other) {
    return one.group.equals(other.group) && one.claim.keys().equals(other.claim.keys());
  }

  private static boolean repeats(Doc other, Doc doc) {
    if (other.failed) {
      return false;
    }
    if (other.written && doc.written) {
      return other.indexSeqNo > doc.indexSeqNo;
    }
    return doc.written || (other.written == false && other.seq > doc.seq);
  }

  private static boolean overwrites(Doc other, Doc doc) {
    return other.written && (doc.written ? other.indexSeqNo > doc.indexSeqNo : other.seq > doc.seq);
  }

  private static boolean saysTheSame(Doc one, Doc other) {
    return one.canonical && other.canonical && isOfGroup(one, other);
  }

  private static boolean nearer(Closeness one, Closeness other) {
    double more = one.jaccard() == null ? 0 : one.jaccard().jaccard() - other.jaccard().jaccard();
    return more > 0 || (more == 0 && one.distance() < other.distance());
  }

  /** Null if they do not match. */
  Closeness closeness(Doc earlier, Doc later, int stage) {
    Keys a = earlier.claim.keys();
    Keys b = later.claim.keys();
    boolean comparable =
        a.has(stage)
            && b.has(stage)
            && a.scope() == b.scope()
            && (rules.differing() == false || a.origin() != b.origin())
            && (rules.age() < 0 || a.time() >= b.time() - rules.age())
            && (rules.age() < 0 || rules.both() == false || a.time() <= b.time() + rules.age());
    if (comparable == false || (stage == 0 && a.value(0) != b.value(0))) {
      return null;
    }
    int distance =
        stage == 0 || stage == 3 ? 0 : Fingerprint.distance(a.value(stage), b.value(stage));
    Likeness likeness = rules.stages().get(stage).likeness();
    JaccardEstimate jaccard =
        likeness == null ? null : b.signature(stage).jaccard(a.signature(stage));
    OtherNumbers numbers =
        likeness == null ? OtherNumbers.NONE : b.signature(stage).otherNumbers(a.signature(stage));
    boolean similar = jaccard == null || jaccard.jaccard() >= likeness.similarity();
    return distance <= rules.stages().get(stage).maxDistance() && similar
        ? new Closeness(distance, jaccard, numbers)
        : null;
  }
}
