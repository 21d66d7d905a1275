// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.List;
import java.util.function.Predicate;

/**
 * A way to say whether two texts are the same.
 *
 * @param name for tables
 * @param takes whether a pair is taken for the same
 */
record Rule(String name, Predicate<TextPair> takes) {
  /**
   * The rule of the default: similar, no number is lost, and little of the weight of rare words,
   * each in the better direction.
   */
  static final Rule SAME =
      new Rule(
          "words and pairs >= 0.5, numbers kept, at most 8 % of the idf lost",
          pair -> pair.similarity() >= 0.5 && pair.keepsNumbers() && pair.lost() <= 0.08);

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
            "words and pairs >= 0.5, numbers kept, no rare word lost",
            pair -> pair.similarity() >= 0.5 && pair.keepsNumbers() && pair.losesRare() == false),
        new Rule(
            "words and pairs >= 0.5, at most 8 % of the idf lost",
            pair -> pair.similarity() >= 0.5 && pair.lost() <= 0.08),
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
