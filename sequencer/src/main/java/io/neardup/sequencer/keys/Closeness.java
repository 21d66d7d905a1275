// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer.keys;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;

/**
 * How near two documents that match at a stage are: what signatures say comes first, then the
 * distance of fingerprints; or how much of the one stands in the other.
 *
 * @param distance of fingerprints; 0 without them
 * @param jaccard of signatures; null without them
 * @param numbers which the one text has and the other lacks, which decides between no two
 * @param contained what of the one stands in the other; null where that does not count
 */
public record Closeness(
    int distance, JaccardEstimate jaccard, OtherNumbers numbers, Contained contained)
    implements Comparable<Closeness> {
  /** Of fingerprints and signatures. */
  public Closeness(int distance, JaccardEstimate jaccard, OtherNumbers numbers) {
    this(distance, jaccard, numbers, null);
  }

  /** Of fingerprints. */
  public Closeness(int distance) {
    this(distance, null, OtherNumbers.NONE);
  }

  /** Of texts. */
  public Closeness(Contained contained) {
    this(0, null, OtherNumbers.NONE, contained);
  }

  /** Of equal keywords. */
  static final Closeness SAME = new Closeness(0);

  /** Nearer first. Compares those of one stage, which all have signatures or none. */
  @Override
  public int compareTo(Closeness other) {
    if (contained != null) {
      return Integer.compare(other.contained.words(), contained.words());
    }
    int bySignature =
        jaccard == null ? 0 : Double.compare(other.jaccard.jaccard(), jaccard.jaccard());
    return bySignature != 0 ? bySignature : Integer.compare(distance, other.distance);
  }
}
