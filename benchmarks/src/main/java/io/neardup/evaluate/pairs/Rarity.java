// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How rare words are among documents. */
final class Rarity {
  private static final double RARE = 0.003;

  private final Map<String, Integer> docFreq = new HashMap<>();
  private final int documents;

  /**
   * Counts words.
   *
   * @param documents the words of each
   */
  Rarity(Collection<Set<String>> documents) {
    this.documents = documents.size();
    documents.forEach(words -> words.forEach(word -> docFreq.merge(word, 1, Integer::sum)));
  }

  /** The part of the weight of {@code words} that {@code others} lack; 0 of nothing. */
  double lost(Set<String> words, Set<String> others) {
    double all = 0;
    double lost = 0;
    for (String word : words) {
      double idf = idf(word);
      all += idf;
      lost += others.contains(word) ? 0 : idf;
    }
    return all == 0 ? 0 : lost / all;
  }

  /** Whether {@code others} lack a word that few documents have, but more than one. */
  boolean losesRare(Set<String> words, Set<String> others) {
    return words.stream().anyMatch(word -> isRare(word) && others.contains(word) == false);
  }

  /** A word of one document may be a slip of the pen. */
  private boolean isRare(String word) {
    int count = docFreq.getOrDefault(word, 1);
    return count > 1 && count <= RARE * documents;
  }

  /** Of a word that all documents have it is 0. */
  private double idf(String word) {
    return Math.log((1.0 + documents) / docFreq.getOrDefault(word, 1));
  }
}
