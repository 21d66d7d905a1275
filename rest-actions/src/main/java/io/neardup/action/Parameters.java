// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import io.neardup.request.NearDupLimits;
import io.neardup.target.FieldName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.opensearch.core.ParseField;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;

/** Declares the parameters of a body whose values the methods of object parsers do not read. */
public final class Parameters {
  private Parameters() {}

  /**
   * A parameter.
   *
   * @param value reads it; what it throws is the error of the request
   */
  public static <B, C, T> void declare(
      ObjectParser<B, C> body,
      String name,
      ValueType type,
      ContextParser<C, T> value,
      BiConsumer<B, T> setter) {
    body.declareField(setter, value, new ParseField(name), type);
  }

  /** A name, or one of few words. */
  public static <B, C> void declareText(
      ObjectParser<B, C> body, String name, BiConsumer<B, String> setter) {
    declareText(body, name, ValueType.STRING, setter);
  }

  /** The same, which is also taken as a number. */
  public static <B, C> void declareText(
      ObjectParser<B, C> body, String name, ValueType type, BiConsumer<B, String> setter) {
    declare(body, name, type, (parser, v) -> FieldName.requireShort(name, parser.text()), setter);
  }

  /** A string, number or boolean, for a function that says which of them it must be. */
  public static <B, C, T> void declareValue(
      ObjectParser<B, C> body, String name, Judge<T> judge, BiConsumer<B, T> setter) {
    declare(
        body, name, ValueType.VALUE, (parser, v) -> judge.judge(name, parser.objectText()), setter);
  }

  /**
   * What a parameter means.
   *
   * @param <T> its type
   */
  public interface Judge<T> {
    /**
     * The value as it is used.
     *
     * @param value as JSON has it
     * @throws IllegalArgumentException naming the parameter, what it must be, and the value
     */
    T judge(String name, Object value);
  }

  /** The elements of a list as they come; a single value counts as a list of one. */
  public static List<Object> list(XContentParser parser) throws IOException {
    return parser.currentToken() == Token.START_ARRAY
        ? parser.list()
        : Collections.singletonList(value(parser));
  }

  /**
   * The elements of a list as they come; a single value counts as a list of one. A list that is too
   * long is read to its end, but not kept: a message says how long it was.
   *
   * @throws IllegalArgumentException if it is longer than one request may be
   */
  public static List<Object> list(String name, XContentParser parser, NearDupLimits limits)
      throws IOException {
    List<Object> values = new ArrayList<>();
    if (parser.currentToken() != Token.START_ARRAY) {
      values.add(value(parser));
      return values;
    }
    int max = limits.maxHashes();
    int seen = 0;
    for (; parser.nextToken() != Token.END_ARRAY; seen++) {
      if (seen < max) {
        values.add(value(parser));
      } else {
        parser.skipChildren();
      }
    }
    if (seen > max) {
      throw NearDupLimits.tooManyHashes("[" + name + "]", seen, max);
    }
    return values;
  }

  /** A value of any form. */
  public static Object value(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> parser.list();
      case START_OBJECT -> parser.map();
      default -> parser.objectText();
    };
  }
}
