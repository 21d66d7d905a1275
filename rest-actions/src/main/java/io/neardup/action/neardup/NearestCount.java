// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import org.opensearch.core.common.Strings;

/** The parameter {@code k}: how many nearest documents to find. */
final class NearestCount {
  /** The same as the default result window and the limit of the k-NN plugin. */
  static final int MAX = 10_000;

  private NearestCount() {}

  /**
   * Parses a number of documents from JSON.
   *
   * @return 1 to {@value #MAX}
   * @throws IllegalArgumentException naming the bounds and the value seen
   */
  static int parse(Object value) {
    String text = String.valueOf(value);
    if (text.matches("[0-9]{1,9}") == false) {
      throw refused(text);
    }
    int k = Integer.parseInt(text);
    if (k < 1 || k > MAX) {
      throw refused(text);
    }
    return k;
  }

  private static IllegalArgumentException refused(String seen) {
    return new IllegalArgumentException(
        "[k] must be an integer from 1 to "
            + MAX
            + ", got ["
            + Strings.cleanTruncate(seen, 80)
            + "]");
  }
}
