// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.request.MaxDistance;
import java.math.BigInteger;
import org.apache.lucene.util.BytesRef;

/**
 * A search term of a {@code simhash} field: a fingerprint, optionally followed by {@code ~} and the
 * maximum distance of a match, as in {@code 9f3a5c3b12ff00aa~3}. Any search bar or saved filter
 * that accepts a value thus accepts a near-duplicate query.
 */
record FingerprintTerm(long fingerprint, int maxDistance) {
  private static final char SEPARATOR = '~';

  /**
   * Parses a fingerprint in any accepted form; a string may have a distance.
   *
   * @throws IllegalArgumentException naming the value and what is accepted
   */
  static FingerprintTerm parse(Object value) {
    if (value instanceof Number) {
      return new FingerprintTerm(Fingerprint.parseValue(value), 0);
    }
    String text = text(value);
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      return new FingerprintTerm(parseHash(text), 0);
    }
    return new FingerprintTerm(
        parseHash(text.substring(0, separator)), MaxDistance.parse(text.substring(separator + 1)));
  }

  /** The value as the user wrote it; core passes strings as bytes. */
  static String text(Object value) {
    return value instanceof BytesRef bytes ? bytes.utf8ToString() : String.valueOf(value);
  }

  /** Core passes JSON integers from 2^63 on as text; no other form has as many digits. */
  private static long parseHash(String text) {
    return text.matches("[0-9]{19,20}")
        ? Fingerprint.parseValue(new BigInteger(text))
        : Fingerprint.parse(text);
  }
}
