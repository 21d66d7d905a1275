// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import io.neardup.action.Parameters;
import io.neardup.action.RequestBody;
import io.neardup.action.UrlParameters;
import io.neardup.request.NearDupLimits;
import io.neardup.target.FieldName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.rest.RestRequest;

/**
 * The parameters of a request about texts as they are read one by one, from its body, its URL or
 * both. What a request does not know are options of a processor, which stay unread.
 */
public abstract class TextsBody {
  private static final String TEXT = "text";

  private final Map<String, Object> options = new LinkedHashMap<>();
  private List<String> texts = List.of();
  private String pipeline;
  private String field;

  /** A parser that knows what all requests about texts have in common. */
  protected static <B extends TextsBody> ObjectParser<B, Void> parser(
      String name, Supplier<B> empty) {
    ObjectParser<B, Void> parser = new ObjectParser<>(name, TextsBody::putOption, empty);
    declare(parser, TEXT, (option, value) -> list(value), TextsBody::setTexts);
    declare(parser, "pipeline", TextsBody::string, TextsBody::setPipeline);
    declare(parser, "field", TextsBody::string, TextsBody::setField);
    return parser;
  }

  /** A parameter of any form, for a function that says which it must have. */
  protected static <B, T> void declare(
      ObjectParser<B, Void> parser,
      String name,
      Parameters.Judge<T> judge,
      BiConsumer<B, T> setter) {
    Parameters.declare(
        parser,
        name,
        ValueType.VALUE_OBJECT_ARRAY,
        (body, v) -> judge.judge(name, Parameters.value(body)),
        setter);
  }

  /**
   * Reads a request; in the URL, {@code text} may be repeated.
   *
   * @param limits of requests
   * @param typed the parameters that are numbers or booleans
   * @throws IllegalArgumentException (HTTP 400) naming the parameter
   */
  public static <B extends TextsBody> B read(
      RestRequest request, NearDupLimits limits, Set<String> typed, ObjectParser<B, Void> parser) {
    UrlParameters url = UrlParameters.of(request);
    Map<String, Object> read = new LinkedHashMap<>();
    for (String name : url.names()) {
      if (name.equals(TEXT)) {
        read.put(name, url.all(name));
      } else {
        read.put(name, typed.contains(name) ? url.value(name) : url.one(name));
      }
    }
    return RequestBody.read(request, limits, read, body -> parser.parse(body, null));
  }

  /** The texts, and how they are cut into features. */
  protected final TextsOfRequest texts() {
    return new TextsOfRequest(texts, options, pipeline, field);
  }

  private void putOption(String name, Object value) {
    options.put(name, value);
  }

  private void setTexts(List<String> all) {
    texts = all;
  }

  private void setPipeline(String name) {
    pipeline = name;
  }

  private void setField(String name) {
    field = name;
  }

  /**
   * Rejects a parameter about two texts in a request about another number.
   *
   * @param given null if it is not
   */
  protected final void requireTwo(String name, @Nullable Object given) {
    if (given != null && texts.size() != 2) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] is for the comparison of two texts, got ["
              + texts.size()
              + "] in [text]; leave it out, or send two");
    }
  }

  private static List<String> list(@Nullable Object value) {
    List<String> texts = new ArrayList<>();
    for (Object text :
        value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
      if (text instanceof String == false) {
        throw new IllegalArgumentException(
            "[text] must be a string or a list of strings, got [" + text + "]");
      }
      texts.add((String) text);
    }
    return texts;
  }

  private static String string(String name, @Nullable Object value) {
    if (value != null && value instanceof String == false) {
      throw new IllegalArgumentException("[" + name + "] must be a string, got [" + value + "]");
    }
    return value == null ? null : FieldName.requireShort(name, (String) value);
  }

  /** True, false, or null if it is not given. */
  protected static Boolean bool(String name, @Nullable Object value) {
    if (value != null && value instanceof Boolean == false) {
      throw new IllegalArgumentException(
          "[" + name + "] must be true or false, got [" + shown(value) + "]");
    }
    return (Boolean) value;
  }

  /** An integer from 0 to a bound; null if it is not given. */
  protected static Parameters.Judge<Integer> upTo(int max) {
    return (name, value) -> {
      if (value != null && value instanceof Integer == false) {
        throw new IllegalArgumentException(
            "["
                + name
                + "] must be an integer between 0 and "
                + max
                + ", got ["
                + shown(value)
                + "]");
      }
      if (value != null) {
        checkBounds(name, (Integer) value, max);
      }
      return (Integer) value;
    };
  }

  /** A number whose bounds are checked elsewhere; null if it is not given. */
  protected static Double fraction(String name, @Nullable Object value) {
    if (value != null && value instanceof Number == false) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] must be a number greater than 0 and at most 1, got ["
              + shown(value)
              + "]");
    }
    return value == null ? null : ((Number) value).doubleValue();
  }

  /** Rejects what is not from 0 to this bound. */
  public static void checkBounds(String name, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "[" + name + "] must be between 0 and " + max + ", got [" + value + "]");
    }
  }

  /** For a message: truncated. */
  protected static String shown(Object value) {
    return Strings.cleanTruncate(String.valueOf(value), 80);
  }

  /** What is given, else a default. */
  protected static <T> T or(@Nullable T given, T byDefault) {
    return given == null ? byDefault : given;
  }
}
