// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import io.neardup.fingerprint.idf.SmoothedIdf;
import io.neardup.fingerprint.words.Terms;
import java.util.List;

/** Says of the terms that only one of two texts has how much they matter. */
public final class LostTerms {
  /** In at most so many documents, a word is rare however few documents there are. */
  private static final int RARE = 2;

  /** In a text; more of them are compared with nothing. */
  private static final int MOST_SLIPS = 20;

  /** Shorter words that differ in one letter are other words. */
  private static final int LEAST_MISTYPED = 5;

  private LostTerms() {}

  /**
   * Those without which another thing would be said: all numbers, and words in few documents.
   *
   * @param lost terms that only one text has
   * @param maxDocFreq in which part of the documents a rare word is at most; with 0 only numbers
   *     are left, with 1 all terms, and neither asks for any frequency
   */
  public static List<String> distinctive(TextTerms lost, DocFreqs freqs, double maxDocFreq) {
    return lost.all().stream()
        .filter(term -> Terms.isNumber(term) || isRare(term, freqs, maxDocFreq))
        .toList();
  }

  /** Whether each of two texts has a rare word that the other lacks, and not only mistypes. */
  static boolean areExchanged(TextTerms lost, TextTerms gained, DocFreqs freqs, double maxDocFreq) {
    return hasRare(lost, gained, freqs, maxDocFreq) && hasRare(gained, lost, freqs, maxDocFreq);
  }

  private static boolean hasRare(
      TextTerms terms, TextTerms others, DocFreqs freqs, double maxDocFreq) {
    List<String> rare =
        terms.all().stream()
            .filter(term -> Terms.isNumber(term) == false && isRare(term, freqs, maxDocFreq))
            .limit(MOST_SLIPS + 1L)
            .toList();
    return rare.size() > MOST_SLIPS
        || rare.stream()
            .anyMatch(term -> others.all().stream().noneMatch(other -> isSlip(term, other)));
  }

  /** Whether words differ in one letter, or in two that change places. */
  private static boolean isSlip(String one, String other) {
    int shorter = Math.min(one.length(), other.length());
    if (shorter < LEAST_MISTYPED || Math.abs(one.length() - other.length()) > 1) {
      return false;
    }
    int same = 0;
    while (same < shorter && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    int end = 0;
    while (end < shorter - same
        && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
      end++;
    }
    String left = one.substring(same, one.length() - end);
    String right = other.substring(same, other.length() - end);
    return (left.length() <= 1 && right.length() <= 1)
        || (left.length() == 2 && new StringBuilder(left).reverse().toString().equals(right));
  }

  private static boolean isRare(String word, DocFreqs freqs, double maxDocFreq) {
    if (maxDocFreq == 0 || maxDocFreq == 1) {
      return maxDocFreq == 1;
    }
    return freqs.of(word) <= Math.max(RARE, maxDocFreq * freqs.documents());
  }

  /**
   * The part of the weight of a text's terms that the lost ones have, each weighted by its smoothed
   * idf.
   *
   * @param all terms of the text
   * @param lost those that the other text lacks
   */
  public static double weight(TextTerms all, TextTerms lost, DocFreqs freqs) {
    double weight = sum(all, freqs);
    return weight == 0 ? 0 : sum(lost, freqs) / weight;
  }

  private static double sum(TextTerms terms, DocFreqs freqs) {
    SmoothedIdf idf = new SmoothedIdf(Math.max(1, freqs.documents()));
    return terms.all().stream()
        .mapToDouble(term -> idf.of(Math.min(freqs.of(term), Math.max(1, freqs.documents()))))
        .sum();
  }
}
