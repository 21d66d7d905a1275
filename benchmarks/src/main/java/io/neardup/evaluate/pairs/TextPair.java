// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.LostTerms;
import io.neardup.fingerprint.minhash.MinHashSignature;

/**
 * Two texts as rules see them.
 *
 * @param rarity of words among all documents
 */
record TextPair(TextFacts left, TextFacts right, Rarity rarity) {
  boolean isWithin(int distance) {
    return left.shingles().size() > 0
        && right.shingles().size() > 0
        && Fingerprint.distance(left.fingerprint(), right.fingerprint()) <= distance;
  }

  /** What the signatures of the 3-word shingles say. */
  double signatures() {
    return estimate(left.signature(), right.signature());
  }

  /** What the signatures of words and pairs say, or 0 if their numbers differ. */
  double pairSignatures() {
    return estimate(left.pairSignature(), right.pairSignature());
  }

  private static double estimate(MinHashSignature left, MinHashSignature right) {
    return left == null || right == null ? 0 : left.jaccard(right).jaccard();
  }

  /** Words and pairs that both have, of those that either has. */
  double similarity() {
    return left.pairs().jaccard(right.pairs());
  }

  /** Whether one text has all numbers of the other. */
  boolean keepsNumbers() {
    return left.numbers().containsAll(right.numbers())
        || right.numbers().containsAll(left.numbers());
  }

  /**
   * The part of a text's weight that the other text lacks, in the direction where less is lost: 0
   * to 1.
   */
  double lost() {
    return Math.min(lost(left, right), lost(right, left));
  }

  private double lost(TextFacts of, TextFacts kept) {
    return LostTerms.weight(of.terms(), of.terms().without(kept.terms()), rarity);
  }

  /** Whether one of them may go, by the rule of {@code verify}. */
  boolean mayGo(AllowedLoss allowed) {
    return allowed.of(Difference.of(left.terms(), right.terms()), rarity).allowed()
        || allowed.of(Difference.of(right.terms(), left.terms()), rarity).allowed();
  }
}
