// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import static java.util.Map.entry;

import io.neardup.groups.pit.CopiedFields;
import io.neardup.ingest.domain.MappedField;
import io.neardup.ingest.domain.MappingJson;
import io.neardup.target.MappedFields;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.cluster.metadata.IndexMetadata;

/** How the index of the records is mapped. */
final class DestMapping {
  private static final String KEYWORD = "keyword";
  private static final String LONG = "long";

  /** The fields of a record; those of objects by their whole names. */
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
              entry("numbers_count.duplicate", "integer"),
              entry("numbers_count.of", "integer"),
              entry("of.index", KEYWORD),
              entry("of.id", KEYWORD)));

  /** By these, records are found again. */
  private static final Set<String> SEARCHED = Set.of("id", "group", "status", "verdict");

  private DestMapping() {}

  /** The mapping of an index that is created for records. */
  static Map<String, Object> of(CopiedFields copied) {
    Map<String, Map<String, Object>> fields = new TreeMap<>();
    FIELDS.forEach((field, type) -> fields.put(field, parameters(type)));
    if (copied.isEmpty() == false) {
      fields.put("fields", copied.mapping());
    }
    Map<String, Object> mapping = MappingJson.properties(fields);
    mapping.put("dynamic", "strict");
    return mapping;
  }

  /** Versions of documents are read from records, never searched for: to index them costs time. */
  private static Map<String, Object> parameters(String type) {
    return type.equals(LONG)
        ? Map.of("type", type, "index", false, "doc_values", false)
        : Map.of("type", type);
  }

  /** Refuses (HTTP 400) an index that is not mapped for records, by the field that is not. */
  static void require(IndexMetadata index, CopiedFields copied) {
    Map<String, Object> mapping =
        index.mapping() == null ? Map.of() : index.mapping().sourceAsMap();
    if (mapping.get("_source") instanceof Map<?, ?> source
        && (MappedFields.isFalse(source.get("enabled"))
            || source.containsKey("includes")
            || source.containsKey("excludes"))) {
      throw refused(
          index,
          "keep the whole [_source] of records, which are read again, got [_source] " + source);
    }
    if (mapping.get("_routing") instanceof Map<?, ?> routing
        && "true".equals(String.valueOf(routing.get("required")))) {
      throw refused(index, "not require a routing of records, got [_routing] " + routing);
    }
    for (String field : copied.names()) {
      MappedField found = MappedField.at(mapping, "fields." + field);
      if (found.parameters().get("type") == null) {
        throw refused(
            index, "map [fields." + field + "], where [fields] copies it to, got " + seen(found));
      }
    }
    FIELDS.forEach(
        (field, type) -> requireMapped(index, field, type, MappedField.at(mapping, field)));
  }

  private static void requireMapped(
      IndexMetadata index, String field, String type, MappedField found) {
    if (type.equals(found.parameters().get("type")) == false) {
      throw refused(index, "map [" + field + "] as [" + type + "], got " + seen(found));
    }
    if (SEARCHED.contains(field)
        && (found.off("index") || found.parameters().containsKey("ignore_above"))) {
      throw refused(
          index,
          "map ["
              + field
              + "], by which records are found, without [ignore_above] and [index] false, got "
              + new TreeMap<>(found.parameters()));
    }
  }

  private static String seen(MappedField found) {
    return found.missing() ? "no mapping" : found.seen();
  }

  private static IllegalArgumentException refused(IndexMetadata index, String rule) {
    return new IllegalArgumentException(
        "[dest] must "
            + rule
            + " in ["
            + index.getIndex().getName()
            + "]: change the template if one maps it so, and delete the index if there is one, or"
            + " name another one; an index that does not exist is created");
  }
}
