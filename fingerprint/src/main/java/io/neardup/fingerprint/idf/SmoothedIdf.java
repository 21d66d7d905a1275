// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.idf;

import io.neardup.fingerprint.Fingerprint;
import java.util.Locale;

/**
 * The smoothed idf of terms, from the number of documents that contain them: {@code ln((1 +
 * documents) / (1 + docFreq)) + 1}, which is always greater than 0.
 */
public final class SmoothedIdf {
  private final long documents;

  /**
   * @param documents number of all documents, including those without any term
   */
  public SmoothedIdf(long documents) {
    if (documents < 1) {
      throw new IllegalArgumentException("[documents] must be at least 1, got [" + documents + "]");
    }
    this.documents = documents;
  }

  /**
   * The idf of a term.
   *
   * @param docFreq number of documents that contain it
   */
  public double of(long docFreq) {
    if (docFreq < 0 || docFreq > documents) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "[doc_freq] must be between 0 and the number of documents, %d, got [%d]",
              documents,
              docFreq));
    }
    // StrictMath, because a dictionary made elsewhere from the same numbers should be the same.
    return StrictMath.log((1.0 + documents) / (1.0 + docFreq)) + 1;
  }

  /**
   * The term's line of a dictionary, without a line feed.
   *
   * @throws IllegalArgumentException for a term that {@link #isWritable} rejects
   */
  public String line(String term, long docFreq) {
    if (isWritable(term) == false) {
      throw new IllegalArgumentException(
          "[term] must not be empty, have a line feed, or have blanks at an end, got ["
              + Fingerprint.shown(term)
              + "]");
    }
    return term + " " + String.format(Locale.ROOT, "%.4f", of(docFreq));
  }

  /**
   * Whether a line can hold this term: no line feed, no blanks or carriage returns at either end,
   * no byte order mark first, not empty.
   */
  public static boolean isWritable(String term) {
    return term.isEmpty() == false
        && term.indexOf('\n') < 0
        && term.charAt(0) != '\uFEFF'
        && isBlank(term.charAt(0)) == false
        && isBlank(term.charAt(term.length() - 1)) == false;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }
}
