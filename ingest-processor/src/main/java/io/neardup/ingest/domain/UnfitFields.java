// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.MapperParsingException;

/** What is said of fields by which documents cannot be compared or ordered, with the way out. */
final class UnfitFields {
  /** Types that take no multi-fields. */
  private static final Set<String> SINGLE =
      Set.of("object", "nested", "flat_object", "join", "alias", "percolator", "constant_keyword");

  private UnfitFields() {}

  /**
   * Of a field by which documents cannot be ordered.
   *
   * @param type that it is mapped as; null if it is not mapped
   */
  static IllegalArgumentException unordered(
      String parameter, String field, String index, @Nullable String type) {
    return new IllegalArgumentException(
        "["
            + parameter
            + "] of near_dup must name numeric, date or keyword fields with doc values of index ["
            + index
            + "], got ["
            + field
            + "], which is "
            + (type != null
                ? "mapped as " + type + "; name another one in the pipeline"
                : "not mapped; correct its name in the pipeline, or map it here, and in the template"
                    + " of future indexes, with its type: PUT "
                    + index
                    + "/_mapping "
                    + MappingJson.json(
                        MappingJson.properties(Map.of(field, Map.of("type", "long"))))));
  }

  /** Of a field that is of another type in another index. */
  static IllegalArgumentException ordersApart(
      String field, String index, String type, String other, String otherType) {
    return new IllegalArgumentException(
        "[keep] of near_dup must name fields that all indexes order as the oldest one, got ["
            + field
            + "], which is mapped as ["
            + type
            + "] in index ["
            + index
            + "] and as ["
            + otherType
            + "] in ["
            + other
            + "]; name another one in the pipeline, or reindex one of them with the type of the"
            + " other, and correct the template of future indexes");
  }

  /** Of a field that has no values of its own, which nothing can be written to. */
  static IllegalArgumentException copied(String field, String index, Set<String> sources) {
    return new IllegalArgumentException(
        "[merge] of near_dup must name fields that have values of their own in index ["
            + index
            + "], got ["
            + field
            + "], whose values are those of "
            + new TreeSet<>(sources)
            + "; name another one in the pipeline");
  }

  /** Of fields that an index cannot map as an older one does. */
  static IllegalArgumentException notAsOlder(
      Map<String, Map<String, Object>> fields, String index, MapperParsingException e) {
    Map<String, Map<String, Object>> plain = new TreeMap<>();
    fields.forEach(
        (field, wanted) -> {
          Map<String, Object> parameters = new TreeMap<>(wanted);
          parameters.remove("normalizer");
          plain.put(field, parameters);
        });
    return new IllegalArgumentException(
        "fields "
            + fields.keySet()
            + ", which near_dup compares, must be mapped in index ["
            + index
            + "] as in an older one of its domain, got ["
            + e.getMessage()
            + "]; give it, and the template of future indexes, the settings that it lacks, or map"
            + " them here in another way: PUT "
            + index
            + "/_mapping "
            + MappingJson.json(MappingJson.properties(plain)),
        e);
  }

  static IllegalArgumentException incomparable(
      String field, String index, Map<String, Object> mapping, String seen) {
    MappedField whole = MappedField.at(mapping, field);
    if (whole.parameters().isEmpty() && field.indexOf('.') > 0) {
      // A multi-field that is not there yet.
      String parent = field.substring(0, field.lastIndexOf('.'));
      MappedField above = MappedField.at(mapping, parent);
      return refusal(field, index, seen, parent, above, field.substring(parent.length() + 1));
    }
    boolean object = whole.parameters().containsKey(IndexFields.PROPERTIES);
    return object || whole.parameters().isEmpty()
        ? refusal(field, index, seen, null, whole, "")
        : refusal(field, index, seen, field, whole, "keyword");
  }

  private static IllegalArgumentException refusal(
      String field,
      String index,
      String seen,
      @Nullable String parent,
      MappedField above,
      String multiField) {
    String way;
    if (parent == null
        || SINGLE.contains(String.valueOf(above.parameters().getOrDefault("type", "object")))) {
      way = "; name a field of its own in the pipeline";
    } else {
      Map<String, Object> multi = new HashMap<>();
      if (above.parameters().get("fields") instanceof Map<?, ?> others) {
        others.forEach((key, value) -> multi.put((String) key, value));
      }
      multi.put(multiField, IndexFields.KEYWORD);
      Map<String, Object> mended = new HashMap<>(above.parameters());
      mended.put("fields", multi);
      way =
          "; name ["
              + parent
              + "."
              + multiField
              + "] in the pipeline, and map it here, and in the template of future indexes: PUT "
              + index
              + "/_mapping "
              + MappingJson.json(MappingJson.properties(Map.of(parent, mended)));
    }
    return new IllegalArgumentException(
        "field ["
            + field
            + "] of index ["
            + index
            + "] must be mapped as [keyword], or as another type whose values are indexed and have"
            + " doc values, for near_dup to compare it, got "
            + seen
            + way);
  }
}
