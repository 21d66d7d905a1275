// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.config;

import static org.opensearch.ingest.ConfigurationUtils.newConfigurationException;

import io.neardup.request.UnknownNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;

/**
 * Takes typed values out of a configuration map, as core's {@code ConfigurationUtils} does, with
 * errors that include the bounds, the value seen and the way out.
 *
 * @param type the processor's type, or null outside of pipelines
 * @param tag the processor's tag, if any
 * @param prefix of keys in messages: empty, or the path of the enclosing object
 * @param config consumed key by key
 */
public record ConfigReader(
    @Nullable String type, @Nullable String tag, String prefix, Map<String, Object> config) {

  /** Longer values are truncated in messages. */
  private static final int MAX_SHOWN = 80;

  /** Reads a whole configuration. */
  public ConfigReader(@Nullable String type, @Nullable String tag, Map<String, Object> config) {
    this(type, tag, "", config);
  }

  /** Removes and returns whatever {@code key} holds, or null. */
  public @Nullable Object any(String key) {
    return config.remove(key);
  }

  /** Whether {@code key} holds anything. */
  public boolean has(String key) {
    return config.get(key) != null;
  }

  /** Reads an object that {@code key} held, from a copy. */
  public ConfigReader inner(String key, Map<?, ?> object) {
    Map<String, Object> copy = new HashMap<>();
    object.forEach((name, value) -> copy.put(String.valueOf(name), value));
    return new ConfigReader(type, tag, prefix + key + ".", copy);
  }

  public @Nullable String string(String key, @Nullable String defaultValue) {
    Object value = config.remove(key);
    if (value == null) {
      return defaultValue;
    }
    if (value instanceof String string) {
      return string;
    }
    throw error(key, "must be a string, got " + shown(value));
  }

  public boolean bool(String key, boolean defaultValue) {
    Object value = config.remove(key);
    if (value == null) {
      return defaultValue;
    }
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw error(key, "must be true or false, got " + shown(value));
  }

  /**
   * An integer within bounds.
   *
   * @param of what the number belongs to, for the message; may be empty
   */
  public int integer(String key, int defaultValue, int min, int max, String of) {
    return integer(key, defaultValue, min, max, of, "for the default of [" + defaultValue + "]");
  }

  /**
   * An integer within bounds.
   *
   * @param of what the number belongs to, for the message; may be empty
   * @param leftOut what leaving it out means, for the message
   */
  public int integer(String key, int defaultValue, int min, int max, String of, String leftOut) {
    Object value = config.remove(key);
    if (value == null) {
      return defaultValue;
    }
    try {
      int number = Integer.parseInt(value.toString());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Handled below, like a number out of bounds.
    }
    throw error(
        key,
        String.format(
            Locale.ROOT,
            "%smust be an integer between %d and %d, got %s; leave it out %s",
            of,
            min,
            max,
            shown(value),
            leftOut));
  }

  /** One of these constants, in lower case. */
  public <E extends Enum<E>> E oneOf(String key, E defaultValue, Class<E> known) {
    Object value = config.remove(key);
    return value == null ? defaultValue : parse(key, value, known);
  }

  public <E extends Enum<E>> E parse(String key, @Nullable Object value, Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    for (E constant : constants) {
      if (name(constant).equals(value)) {
        return constant;
      }
    }
    String known = constants.stream().map(ConfigReader::name).collect(Collectors.joining(", "));
    throw error(key, "must be one of [" + known + "], got " + shown(value));
  }

  /** Rejects a parameter that has no meaning for this reason. */
  public void refuse(String key, String reason, String wayOut) {
    Object value = config.remove(key);
    if (value != null) {
      throw error(key, reason + ", got " + shown(value) + wayOut);
    }
  }

  /**
   * Rejects everything that was not taken out.
   *
   * @param known all that can be, separated by commas
   */
  public void refuseTheRest(String known) {
    if (config.isEmpty() == false) {
      String unknown = config.keySet().stream().sorted().collect(Collectors.joining(", "));
      boolean whole = prefix.isEmpty();
      throw newConfigurationException(
          type,
          tag,
          whole ? null : prefix.substring(0, prefix.length() - 1),
          (whole ? "processor [" + type + "] " : "")
              + "does not know "
              + shown(unknown)
              + "; it takes ["
              + known
              + "]"
              + UnknownNames.suggestion(config.keySet(), known));
    }
  }

  public OpenSearchException error(String key, String reason) {
    return newConfigurationException(type, tag, prefix + key, reason);
  }

  public static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A configured value for a message: in brackets, truncated, and encodable as UTF-8. */
  public static String shown(@Nullable Object value) {
    String text = String.valueOf(value);
    if (text.codePointCount(0, text.length()) > MAX_SHOWN) {
      text = text.substring(0, text.offsetByCodePoints(0, MAX_SHOWN)) + "…";
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return "[" + new String(utf8, StandardCharsets.UTF_8) + "]";
  }
}
