// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.lost;

import io.neardup.fingerprint.words.Terms;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a duplicate may say that the document which is kept does not.
 *
 * @param most from 1 on, and if 0: how many distinctive terms; between: which part of the idf
 *     weight of all its terms, where no number is lost, neither text denies what the other says,
 *     and not both have rare words that the other lacks
 * @param maxDocFreq in which part of the documents a rare word is at most: 0 for no word, 1 for all
 */
public record AllowedLoss(double most, double maxDocFreq) {
  /** Where nothing else is asked for. */
  public static final double DEFAULT_MAX_DOC_FREQ = 0.003;

  /** How many terms, or numbers, of a text people are shown. */
  public static final int SHOWN = 10;

  /**
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public AllowedLoss {
    if ((most >= 0 && (most < 1 || (most <= Integer.MAX_VALUE && most == (int) most))) == false) {
      throw badLost(most);
    }
    if ((maxDocFreq >= 0 && maxDocFreq <= 1) == false) {
      throw badDocFreq(maxDocFreq);
    }
  }

  /** What is lost. */
  public record Loss(boolean allowed, List<String> terms, double weight) {
    /** The first terms, as many as people are shown. */
    public List<String> shown() {
      return terms.subList(0, Math.min(SHOWN, terms.size()));
    }
  }

  /** Whether a part of the weight of all terms may be lost, instead of a number of terms. */
  public boolean isShare() {
    return most > 0 && most < 1;
  }

  /** The terms whose frequencies it takes to tell. */
  public Stream<TextTerms> asked(Difference difference) {
    if (isPlain(difference)) {
      return Stream.of();
    }
    if (isShare()) {
      return Stream.of(difference.duplicate(), difference.gained());
    }
    return maxDocFreq == 0 || maxDocFreq == 1 ? Stream.of() : Stream.of(difference.lost());
  }

  /** Whether nothing is lost, however rare words are. */
  private static boolean isPlain(Difference difference) {
    return difference.lost().all().isEmpty();
  }

  /** What is lost with a duplicate, once the frequencies that are {@link #asked} are known. */
  public Loss of(Difference difference, DocFreqs freqs) {
    TextTerms lost = difference.lost();
    List<String> terms =
        Stream.concat(
                LostTerms.distinctive(lost, freqs, maxDocFreq).stream(),
                difference.denials().stream())
            .distinct()
            .toList();
    if (isShare() == false || isPlain(difference)) {
      return new Loss(terms.size() <= most, terms, 0);
    }
    double weight = LostTerms.weight(difference.duplicate(), lost, freqs);
    boolean allowed =
        weight <= most
            && difference.denials().isEmpty()
            && terms.stream().noneMatch(Terms::isNumber)
            && LostTerms.areExchanged(lost, difference.gained(), freqs, maxDocFreq) == false;
    return new Loss(allowed, terms, weight);
  }

  /** The value of the parameter {@code lost}. */
  public static double lost(Object value) {
    if (value instanceof Number number) {
      return new AllowedLoss(number.doubleValue(), 0).most;
    }
    throw badLost(value);
  }

  /** The value of the parameter {@code max_doc_freq}. */
  public static double maxDocFreq(Object value) {
    if (value instanceof Number number) {
      return new AllowedLoss(0, number.doubleValue()).maxDocFreq;
    }
    throw badDocFreq(value);
  }

  private static IllegalArgumentException badLost(Object seen) {
    return bad(
        "[lost] must be a number of terms, such as 0, or a part of the weight of all terms, greater"
            + " than 0 and less than 1, got [%s]",
        seen);
  }

  private static IllegalArgumentException badDocFreq(Object seen) {
    return bad(
        "[max_doc_freq] must be a number from 0 to 1, the part of the documents that a rare word is"
            + " in at most, got [%s]",
        seen);
  }

  private static IllegalArgumentException bad(String message, Object seen) {
    return new IllegalArgumentException(String.format(Locale.ROOT, message, seen));
  }
}
