// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.request.NearDupLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/**
 * The elements of a list of fingerprints or signatures: as many as are allowed, and how many there
 * were, so that a list of any length takes bounded memory.
 */
record BoundedValues(List<Object> values, int seen) {
  static BoundedValues read(XContentParser parser, NearDupLimits limits) throws IOException {
    if (parser.currentToken() != Token.START_ARRAY) {
      return new BoundedValues(Collections.singletonList(parser.objectText()), 1);
    }
    String name = parser.currentName();
    int max = limits.maxHashes();
    List<Object> values = new ArrayList<>();
    int seen = 0;
    while (parser.nextToken() != Token.END_ARRAY) {
      Object value = scalar(parser, "[" + name + "][" + seen + "]");
      if (seen++ < max) {
        values.add(value);
      }
    }
    return new BoundedValues(values, seen);
  }

  /** A value that is no object or list. */
  static Object scalar(XContentParser parser, String where) throws IOException {
    Token token = parser.currentToken();
    if (token == Token.START_OBJECT || token == Token.START_ARRAY) {
      throw new ParsingException(
          parser.getTokenLocation(), "[near_dup] {} takes a fingerprint, got [{}]", where, token);
    }
    return parser.objectText();
  }

  /**
   * All elements.
   *
   * @throws IllegalArgumentException if there were more than are allowed
   */
  List<Object> require(String what) {
    if (seen > values.size()) {
      throw NearDupLimits.tooManyHashes(what, seen, values.size());
    }
    return values;
  }
}
