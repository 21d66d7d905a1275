// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.request.NearDupLimits;
import java.io.IOException;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParseException;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/**
 * Reads the JSON of {@link NearDupQueryBuilder}: a field, and its {@link QueryParameters}. Whatever
 * is wrong with it is one parsing exception (HTTP 400), which core shows as the root cause, however
 * deeply the query is nested.
 */
final class NearDupQueryParser {
  private NearDupQueryParser() {}

  /**
   * Parses {@code {"field": {...}}}, or the short form {@code {"field": "hash~max_distance"}}; the
   * parser is at the start of the object.
   */
  static NearDupQueryBuilder parse(XContentParser parser, NearDupLimits limits) throws IOException {
    XContentLocation location = parser.getTokenLocation();
    try {
      if (parser.nextToken() == Token.END_OBJECT) {
        throw new IllegalArgumentException("[near_dup] requires a field, got none");
      }
      String field = parser.currentName();
      location = parser.getTokenLocation();
      NearDupQueryBuilder query = query(field, parser, limits);
      if (parser.nextToken() != Token.END_OBJECT) {
        throw severalFields(field, parser.currentName());
      }
      return query;
    } catch (IllegalArgumentException | IOException e) {
      throw new ParsingException(location, message(e), e);
    }
  }

  private static NearDupQueryBuilder query(
      String field, XContentParser parser, NearDupLimits limits) throws IOException {
    Token value = parser.nextToken();
    if (value == Token.START_OBJECT) {
      return QueryParameters.parse(parser, limits).query(field);
    }
    if (value == Token.START_ARRAY) {
      throw new IllegalArgumentException(
          "[near_dup] field [" + field + "] takes a fingerprint, got [" + value + "]");
    }
    try {
      return QueryParameters.shortForm(parser.objectText()).query(field);
    } catch (IllegalArgumentException e) {
      throw QueryParameters.isName(field) ? withoutField(field) : e;
    }
  }

  private static IllegalArgumentException severalFields(String one, String other) {
    return QueryParameters.isName(one) && QueryParameters.isName(other)
        ? withoutField(one)
        : new IllegalArgumentException(
            "[near_dup] query doesn't support multiple fields, found ["
                + one
                + "] and ["
                + other
                + "]");
  }

  private static IllegalArgumentException withoutField(String parameter) {
    return new IllegalArgumentException(
        "[near_dup] takes the name of a field before the parameters, as in {\"near_dup\":"
            + " {\"content_simhash\": {\"hash\": \"9f3a5c3b12ff00aa\", \"max_distance\": 3}}}, got ["
            + parameter
            + "] in its place");
  }

  /** Object parsers wrap what is thrown inside, once for each level; our sentences say it all. */
  static String message(Exception e) {
    Throwable cause = e;
    while (cause instanceof XContentParseException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    if (said.startsWith("[")) {
      return said;
    }
    return (e instanceof XContentParseException ? e.getMessage() : "[near_dup]") + ": " + said;
  }
}
