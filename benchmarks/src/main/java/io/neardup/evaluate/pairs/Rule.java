// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import io.neardup.fingerprint.lost.AllowedLoss;
import java.util.List;
import java.util.function.Predicate;

/**
 * A way to say whether two texts are the same.
 *
 * @param name for tables
 * @param takes whether a pair is taken for the same
 */
record Rule(String name, Predicate<TextPair> takes) {
  /** What is recommended for prose. */
  private static final AllowedLoss LITTLE = new AllowedLoss(0.04, AllowedLoss.DEFAULT_MAX_DOC_FREQ);

  /** The rule of the default: similar, and one of them may go with {@code "lost": 0.04}. */
  static final Rule SAME =
      new Rule(
          "words and pairs >= 0.5, lost 0.04",
          pair -> pair.similarity() >= 0.5 && pair.mayGo(LITTLE));

  /** All that are compared. */
  static List<Rule> all() {
    return List.of(
        within(3),
        within(7),
        within(10),
        new Rule(
            "distance 14, and Jaccard of 3-word shingles >= 0.8",
            pair ->
                pair.isWithin(14)
                    && pair.left().shingles().jaccard(pair.right().shingles()) >= 0.8),
        minHash(0.5),
        minHash(0.7),
        minHash(0.8),
        words(0.5),
        words(0.7),
        withNumbers(0.5),
        withNumbers(0.7),
        new Rule(
            "words and pairs >= 0.5, at most 8 % of the idf lost",
            pair -> pair.similarity() >= 0.5 && pair.lost() <= 0.08),
        new Rule(
            "words and pairs >= 0.5, numbers kept, at most 8 % of the idf lost",
            pair -> pair.similarity() >= 0.5 && pair.keepsNumbers() && pair.lost() <= 0.08),
        SAME);
  }

  private static Rule within(int distance) {
    return new Rule("distance " + distance, pair -> pair.isWithin(distance));
  }

  private static Rule minHash(double similarity) {
    return new Rule(
        "MinHash of 3-word shingles >= " + similarity, pair -> pair.signatures() >= similarity);
  }

  private static Rule words(double similarity) {
    return new Rule("words and pairs >= " + similarity, pair -> pair.similarity() >= similarity);
  }

  private static Rule withNumbers(double similarity) {
    return new Rule(
        "MinHash of words and pairs >= " + similarity + ", numbers kept",
        pair -> pair.pairSignatures() >= similarity);
  }
}
