// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.config;

import io.neardup.fingerprint.idf.Weights;
import java.util.regex.Pattern;
import org.opensearch.common.Nullable;

/**
 * A text field and its boost: {@code content}, {@code title^2}.
 *
 * @param path of the text
 * @param boost of its features, from {@link Weights#boost}
 */
public record BoostedField(FieldPath path, int boost) {
  private static final char BOOST = '^';

  /** Neither sign nor exponent, so that every language reads the same number. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  /**
   * Returns null if the path has an empty key.
   *
   * @throws IllegalArgumentException if the boost is not a number or out of bounds
   */
  @Nullable static BoostedField parse(String configured) {
    int mark = configured.indexOf(BOOST);
    FieldPath path = FieldPath.parse(mark < 0 ? configured : configured.substring(0, mark));
    if (path == null) {
      return null;
    }
    return new BoostedField(
        path, mark < 0 ? Weights.BOOST_ONE : boost(configured.substring(mark + 1)));
  }

  private static int boost(String number) {
    if (NUMBER.matcher(number).matches() == false) {
      throw new IllegalArgumentException("not a decimal number");
    }
    return Weights.boost(Double.parseDouble(number));
  }
}
