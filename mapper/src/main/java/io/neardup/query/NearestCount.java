// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import org.opensearch.core.common.Strings;

/** The parameter {@code k}: how many nearest documents to find. */
public final class NearestCount {
  /** The same as the default result window and the limit of the k-NN plugin. */
  public static final int MAX = 10_000;

  private NearestCount() {}

  /**
   * Parses a number of documents from JSON.
   *
   * @return 1 to {@value #MAX}
   * @throws IllegalArgumentException naming the bounds and the value seen
   */
  public static int parse(Object value) {
    String text = String.valueOf(value);
    if (text.matches("[0-9]{1,9}") == false) {
      throw refused(text);
    }
    return check(Integer.parseInt(text));
  }

  /**
   * Returns the number if it is within bounds.
   *
   * @throws IllegalArgumentException unless it is between 1 and {@value #MAX}
   */
  static int check(int k) {
    if (k < 1 || k > MAX) {
      throw refused(k);
    }
    return k;
  }

  private static IllegalArgumentException refused(Object seen) {
    return new IllegalArgumentException(
        "[k] must be an integer from 1 to "
            + MAX
            + ", got ["
            + Strings.cleanTruncate(String.valueOf(seen), 80)
            + "]");
  }
}
