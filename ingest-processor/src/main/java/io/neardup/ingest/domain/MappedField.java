// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.target.MappedFields;
import java.util.List;
import java.util.Map;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;

/**
 * A field of a mapping.
 *
 * @param parameters of the field itself; empty if it is not mapped
 * @param obstacle an enclosing object that hides it from searches of whole documents, and why; null
 *     if there is none
 */
public record MappedField(Map<String, Object> parameters, @Nullable String obstacle) {
  private static final MappedField MISSING = new MappedField(Map.of(), null);

  /** The mapping of an index; empty if there is none. */
  public static Map<String, Object> mapping(@Nullable IndexMetadata index) {
    return index == null || index.mapping() == null ? Map.of() : index.mapping().sourceAsMap();
  }

  /**
   * The field at a path such as {@code near_dup.status}, however the mapping represents the dots.
   */
  public static MappedField at(Map<String, Object> mapping, String path) {
    return MappedFields.isFalse(mapping.get("enabled"))
        ? new MappedField(Map.of(), "the whole mapping has [enabled] false")
        : below(mapping, "", List.of(path.split("\\.")));
  }

  /** The same, or the field that this one is an alias of. */
  public static MappedField behind(Map<String, Object> mapping, String path) {
    return at(mapping, named(mapping, path));
  }

  /** The path itself, or that of the field which it is an alias of. */
  public static String named(Map<String, Object> mapping, String path) {
    return at(mapping, path).parameters.get("path") instanceof String target ? target : path;
  }

  /** Whether a new field at this path would be mapped by itself. */
  public static boolean isDynamic(Map<String, Object> mapping, String path) {
    return "true".equals(dynamic(mapping, path));
  }

  /** What becomes of a new field at this path. */
  static String dynamic(Map<String, Object> mapping, String path) {
    Object dynamic = mapping.getOrDefault("dynamic", true);
    int dot = path.indexOf('.');
    while (dot >= 0) {
      dynamic = at(mapping, path.substring(0, dot)).parameters.getOrDefault("dynamic", dynamic);
      dot = path.indexOf('.', dot + 1);
    }
    return String.valueOf(dynamic);
  }

  @SuppressWarnings("unchecked")
  private static MappedField below(Map<String, Object> level, String above, List<String> parts) {
    if (level.get("properties") instanceof Map<?, ?> properties) {
      for (int i = parts.size(); i > 0; i--) {
        String name = String.join(".", parts.subList(0, i));
        if (properties.get(name) instanceof Map<?, ?> found) {
          Map<String, Object> config = (Map<String, Object>) found;
          String path = above + name;
          if (i == parts.size()) {
            return new MappedField(config, null);
          }
          String rest = String.join(".", parts.subList(i, parts.size()));
          if (config.get("fields") instanceof Map<?, ?> multi
              && multi.get(rest) instanceof Map<?, ?> field) {
            return new MappedField((Map<String, Object>) field, null);
          }
          if (DecisionFieldMapper.CONTENT_TYPE.equals(config.get("type"))) {
            Map<String, Object> part = DecisionFieldMapper.part(rest);
            if (part != null || rest.equals(DecisionFieldMapper.SIGNATURE)) {
              return part == null ? MISSING : new MappedField(part, null);
            }
          }
          String obstacle = obstacle(config, path);
          return obstacle == null
              ? below(config, path + ".", parts.subList(i, parts.size()))
              : new MappedField(Map.of(), obstacle);
        }
      }
    }
    return MISSING;
  }

  @Nullable private static String obstacle(Map<String, Object> object, String path) {
    Object type = object.getOrDefault("type", "object");
    if ("object".equals(type) == false) {
      return "[" + path + "] is mapped as [" + type + "]";
    }
    return MappedFields.isFalse(object.get("enabled"))
        ? "[" + path + "] has [enabled] false"
        : null;
  }

  /** Whether it is missing and nothing prevents adding it. */
  public boolean missing() {
    return parameters.isEmpty() && obstacle == null;
  }

  /** Whether a parameter of the field is switched off. */
  public boolean off(String parameter) {
    return MappedFields.isFalse(parameters.get(parameter));
  }

  /** What the mapping has instead of the required type. */
  public String seen() {
    String flaw =
        off("index") ? " with [index] false" : off("doc_values") ? " with [doc_values] false" : "";
    return obstacle != null
        ? obstacle
        : "[" + parameters.getOrDefault("type", "object") + "]" + flaw;
  }
}
