// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import static java.util.Map.entry;

import io.neardup.groups.pit.CopiedFields;
import io.neardup.ingest.domain.MappedField;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;

/** How the index of the records is mapped. */
final class DestMapping {
  private static final String KEYWORD = "keyword";
  private static final String LONG = "long";

  /** The fields of a record; those of {@code of} by their whole names. */
  private static final Map<String, String> FIELDS =
      new TreeMap<>(
          Map.ofEntries(
              entry("index", KEYWORD),
              entry("id", KEYWORD),
              entry("routing", KEYWORD),
              entry("seq_no", LONG),
              entry("primary_term", LONG),
              entry("group", KEYWORD),
              entry("status", KEYWORD),
              entry("verdict", KEYWORD),
              entry("decided_by", KEYWORD),
              entry("distance", "byte"),
              entry("similarity", "double"),
              entry("fields_left_out", KEYWORD),
              entry("lost", KEYWORD),
              entry("lost_count", "integer"),
              entry("stays", KEYWORD),
              entry("of.index", KEYWORD),
              entry("of.id", KEYWORD)));

  /** By these, records are found again. */
  private static final Set<String> SEARCHED = Set.of("id", "group", "status", "verdict");

  private DestMapping() {}

  /** The mapping of an index that is created for records. */
  static Map<String, Object> of(CopiedFields copied) {
    Map<String, Object> properties = new TreeMap<>();
    Map<String, Object> of = new TreeMap<>();
    FIELDS.forEach(
        (field, type) -> {
          boolean inner = field.startsWith("of.");
          (inner ? of : properties)
              .put(inner ? field.substring("of.".length()) : field, parameters(type));
        });
    properties.put("of", Map.of("properties", of));
    if (copied.isEmpty() == false) {
      properties.put("fields", copied.mapping());
    }
    Map<String, Object> mapping = new LinkedHashMap<>();
    mapping.put("dynamic", "strict");
    mapping.put("properties", properties);
    return mapping;
  }

  /** Versions of documents are read from records, never searched for: to index them costs time. */
  private static Map<String, Object> parameters(String type) {
    return type.equals(LONG)
        ? Map.of("type", type, "index", false, "doc_values", false)
        : Map.of("type", type);
  }

  /**
   * Requires an index to be mapped for records.
   *
   * @throws IllegalArgumentException (HTTP 400) that names the field that is not
   */
  static void require(IndexMetadata index, CopiedFields copied) {
    Map<?, ?> mapping = index.mapping() == null ? Map.of() : index.mapping().sourceAsMap();
    if (mapping.get("_source") instanceof Map<?, ?> source
        && (MappedField.isFalse(source.get("enabled"))
            || source.containsKey("includes")
            || source.containsKey("excludes"))) {
      throw new IllegalArgumentException(
          "[dest] must keep the whole [_source] of records, which are read again, got [_source] "
              + source
              + " in ["
              + index.getIndex().getName()
              + "]: delete it, and change the template that maps it so, or name another one");
    }
    for (String field : copied.names()) {
      if (type(mapping, "fields." + field) == null) {
        throw new IllegalArgumentException(
            "[dest] must map [fields."
                + field
                + "], where [fields] copies it to, got no mapping in ["
                + index.getIndex().getName()
                + "]: delete it, or name another one; an index that does not exist is created");
      }
    }
    for (Map.Entry<String, String> field : FIELDS.entrySet()) {
      String type = type(mapping, field.getKey());
      if (field.getValue().equals(type) == false) {
        throw new IllegalArgumentException(
            "[dest] must map ["
                + field.getKey()
                + "] as ["
                + field.getValue()
                + "], got "
                + (type == null ? "no mapping" : "[" + type + "]")
                + " in ["
                + index.getIndex().getName()
                + "]: delete it, or name another one; an index that does not exist is created");
      }
      requireFound(index, mapping, field.getKey());
    }
  }

  private static void requireFound(IndexMetadata index, Map<?, ?> mapping, String field) {
    Map<?, ?> found = field(mapping, field);
    if (SEARCHED.contains(field)
        && found != null
        && (MappedField.isFalse(found.get("index")) || found.containsKey("ignore_above"))) {
      throw new IllegalArgumentException(
          "[dest] must map ["
              + field
              + "], by which records are found, without [ignore_above] and [index] false, got "
              + new TreeMap<>(found)
              + " in ["
              + index.getIndex().getName()
              + "]: delete it, and change the template that maps it so, or name another one");
    }
  }

  @Nullable private static String type(Map<?, ?> mapping, String name) {
    Map<?, ?> field = field(mapping, name);
    return field != null && field.get("type") instanceof String type ? type : null;
  }

  /** The parameters of a field; null if it is not mapped. */
  @Nullable private static Map<?, ?> field(Map<?, ?> mapping, String name) {
    Map<?, ?> at = mapping;
    for (String part : Strings.tokenizeToStringArray(name, ".")) {
      if (at.get("properties") instanceof Map<?, ?> properties
          && properties.get(part) instanceof Map<?, ?> child) {
        at = child;
      } else {
        return null;
      }
    }
    return at;
  }
}
