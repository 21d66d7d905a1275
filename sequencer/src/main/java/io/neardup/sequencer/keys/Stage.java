// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.passages.TextPassages;

/**
 * A criterion for duplicates; a domain has a list of them, tried in order.
 *
 * @param kind how values are compared
 * @param field of the value in a document
 * @param maxDistance the maximum Hamming distance of a match; 0 for equality and for signatures
 * @param likeness how similar signatures must be: with {@link Kind#MINHASH}, and with fingerprints
 *     that are verified; null otherwise
 * @param containment how much of a text must stand in another one, with {@link Kind#PASSAGES}; null
 *     otherwise
 */
public record Stage(
    Kind kind, String field, int maxDistance, Likeness likeness, Containment containment) {
  /** The maximum distance that the window supports: 548 probes. */
  public static final int MAX_DISTANCE = 11;

  /** How values are compared. */
  public enum Kind {
    /** Equality of a keyword, by 128 bits of its hash. */
    EXACT,
    /** Hamming distance of fingerprints. */
    SIMHASH,
    /** Jaccard similarity of signatures. */
    MINHASH,
    /** The part of a text that stands in another one. */
    PASSAGES
  }

  /** Checks the bounds. */
  public Stage {
    if (maxDistance < 0 || maxDistance > MAX_DISTANCE) {
      throw new IllegalArgumentException(
          "[max_distance] must be between 0 and " + MAX_DISTANCE + ", got [" + maxDistance + "]");
    }
  }

  /** A stage of keywords, fingerprints or signatures. */
  public Stage(Kind kind, String field, int maxDistance, Likeness likeness) {
    this(kind, field, maxDistance, likeness, null);
  }

  /** A stage without signatures. */
  public Stage(Kind kind, String field, int maxDistance) {
    this(kind, field, maxDistance, null);
  }

  /**
   * A stage of texts that stand in others.
   *
   * @param field in which passages are found
   */
  public static Stage passages(String field, Containment containment) {
    return new Stage(Kind.PASSAGES, field, 0, null, containment);
  }

  /** The field of the document that is read. */
  public String source() {
    return containment == null ? field : containment.text();
  }

  /** A stage of signatures. */
  public static Stage minHash(Likeness likeness) {
    return new Stage(Kind.MINHASH, likeness.field(), 0, likeness);
  }

  /**
   * How near two keys that have this stage are; null if they do not match. What matters of passages
   * is the part of the left one that stands in the right one.
   */
  public Closeness compare(Keys left, Keys right, int stage) {
    return closeness(left, right, stage, true);
  }

  /** The same where somebody has said that they match; null for keywords that differ. */
  public Closeness measure(Keys left, Keys right, int stage) {
    return closeness(left, right, stage, false);
  }

  private Closeness closeness(Keys left, Keys right, int stage, boolean near) {
    if (kind == Kind.PASSAGES) {
      TextPassages text = left.passages(stage);
      int words = text.wordsIn(right.passages(stage), containment.coverage());
      Contained contained = new Contained(words, text.words());
      return near && contained.coverage() < containment.coverage()
          ? null
          : new Closeness(contained);
    }
    if (kind == Kind.EXACT) {
      boolean same =
          left.value(stage) == right.value(stage) && left.check(stage) == right.check(stage);
      return same ? Closeness.SAME : null;
    }
    int distance =
        kind == Kind.SIMHASH ? Fingerprint.distance(left.value(stage), right.value(stage)) : 0;
    if (near && distance > maxDistance) {
      return null;
    }
    if (likeness == null) {
      return new Closeness(distance);
    }
    MinHashSignature ours = left.signature(stage);
    MinHashSignature theirs = right.signature(stage);
    JaccardEstimate jaccard = ours.under(likeness.numbers()).jaccard(theirs);
    return near && jaccard.jaccard() < likeness.similarity()
        ? null
        : new Closeness(distance, jaccard, ours.otherNumbers(theirs));
  }
}
