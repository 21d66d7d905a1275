// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.xcontent.XContentBuilder;

/** Mappings made from the paths of their fields, and what messages show as JSON. */
public final class MappingJson {
  private MappingJson() {}

  /** Nests fields, given by their paths, into objects. */
  public static Map<String, Object> properties(Map<String, Map<String, Object>> fields) {
    Map<String, Object> paths = new LinkedHashMap<>();
    fields.forEach(
        (path, field) ->
            paths.put(
                "properties." + path.replace(".", ".properties."), new LinkedHashMap<>(field)));
    return tree(paths);
  }

  /** Nests values, given by their paths, into objects. */
  public static Map<String, Object> tree(Map<String, Object> paths) {
    Map<String, Object> tree = new LinkedHashMap<>();
    paths.forEach((path, value) -> put(tree, List.of(path.split("\\.")), value));
    return tree;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> tree, List<String> path, Object value) {
    if (path.size() == 1) {
      tree.put(path.get(0), value);
    } else {
      Object below = tree.computeIfAbsent(path.get(0), name -> new LinkedHashMap<>());
      put((Map<String, Object>) below, path.subList(1, path.size()), value);
    }
  }

  public static String json(Map<String, ?> object) {
    try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
      return builder.value(object).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
