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
