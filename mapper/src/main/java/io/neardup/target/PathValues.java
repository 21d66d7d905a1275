// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;

/**
 * What a document has at a path, in each form that an index takes: below objects and lists of them,
 * and under keys with dots, also beside an object of that name.
 */
public final class PathValues {
  private PathValues() {}

  /** The value as it is there; a list of those of several objects or keys; null for nothing. */
  @Nullable public static Object at(String path, Map<String, ?> document) {
    List<Object> found = new ArrayList<>();
    collect(document, path, found);
    return found.size() > 1 ? found : found.isEmpty() ? null : found.get(0);
  }

  /** All values, out of whatever lists they are in, without nulls. */
  public static List<Object> all(String path, Map<String, ?> document) {
    return flat(at(path, document));
  }

  /** The values in a list, and in those that are in it, without nulls; or the value itself. */
  public static List<Object> flat(@Nullable Object value) {
    List<Object> values = new ArrayList<>();
    flatten(value, values);
    return values;
  }

  /** Of a document only what is at these paths, in the form in which it is there. */
  public static Map<String, Object> part(Map<?, ?> document, Collection<String> paths) {
    Map<String, Object> part = new LinkedHashMap<>();
    document.forEach(
        (name, value) -> {
          String key = name.toString();
          Object kept = paths.contains(key) ? value : partOf(value, below(key, paths));
          if (kept != null || paths.contains(key)) {
            part.put(key, kept);
          }
        });
    return part;
  }

  /** Null for what no path leads through. */
  @Nullable private static Object partOf(@Nullable Object value, List<String> paths) {
    if (paths.isEmpty()) {
      return null;
    }
    if (value instanceof Iterable<?> several) {
      List<Object> parts = new ArrayList<>();
      several.forEach(one -> parts.add(partOf(one, paths)));
      parts.removeIf(Objects::isNull);
      return parts;
    }
    return value instanceof Map<?, ?> object ? part(object, paths) : null;
  }

  private static List<String> below(String key, Collection<String> paths) {
    List<String> below = List.of();
    for (String path : paths) {
      if (path.startsWith(key) && path.startsWith(".", key.length())) {
        below = below.isEmpty() ? new ArrayList<>() : below;
        below.add(path.substring(key.length() + 1));
      }
    }
    return below;
  }

  private static void collect(@Nullable Object value, String path, List<Object> found) {
    if (value instanceof Map<?, ?> object) {
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        collect(object.get(path.substring(0, dot)), path.substring(dot + 1), found);
      }
      if (object.get(path) != null) {
        found.add(object.get(path));
      }
    } else if (value instanceof Iterable<?> several) {
      several.forEach(one -> collect(one, path, found));
    }
  }

  private static void flatten(@Nullable Object value, List<Object> values) {
    if (value instanceof Iterable<?> several) {
      several.forEach(one -> flatten(one, values));
    } else if (value != null) {
      values.add(value);
    }
  }
}
