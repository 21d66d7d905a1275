// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.texts;

import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;

/** Takes typed values out of the body of a request; null is a value that was not given. */
public final class BodyValues {
  private BodyValues() {}

  /** A string, or null. */
  @Nullable public static String string(Map<String, Object> body, String name) {
    Object value = body.remove(name);
    if (value != null && value instanceof String == false) {
      throw new IllegalArgumentException("[" + name + "] must be a string, got [" + value + "]");
    }
    return (String) value;
  }

  /** False if it was not given. */
  public static boolean bool(Map<String, Object> body, String name) {
    Object value = body.remove(name);
    if (value != null && value instanceof Boolean == false) {
      throw new IllegalArgumentException(
          "[" + name + "] must be true or false, got [" + shown(value) + "]");
    }
    return Boolean.TRUE.equals(value);
  }

  /** An integer from 0, whose bound is checked elsewhere. */
  public static int integer(@Nullable Object value, String name, int defaultValue, int max) {
    if (value == null) {
      return defaultValue;
    }
    if (value instanceof Integer == false) {
      throw new IllegalArgumentException(
          "["
              + name
              + "] must be an integer between 0 and "
              + max
              + ", got ["
              + shown(value)
              + "]");
    }
    return (Integer) value;
  }

  /** A number whose bounds are checked elsewhere. */
  public static double fraction(@Nullable Object value, String name, double defaultValue) {
    if (value == null) {
      return defaultValue;
    }
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "[" + name + "] must be a number greater than 0 and at most 1, got [" + shown(value) + "]");
  }

  /** Rejects what is not from 0 to this bound. */
  public static void checkBounds(String name, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "[" + name + "] must be between 0 and " + max + ", got [" + value + "]");
    }
  }

  /** For a message: truncated. */
  public static String shown(Object value) {
    return Strings.cleanTruncate(String.valueOf(value), 80);
  }
}
