// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import static io.neardup.ingest.domain.MappingJson.json;
import static io.neardup.ingest.domain.MappingJson.tree;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MappedField;
import io.neardup.target.MappedFields;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.common.xcontent.support.XContentMapValues;

/**
 * What is read back of decided documents, and must be kept in the {@code _source} of their indexes.
 */
record KeptSource(Set<String> paths) {
  /** What is read of the documents of a domain, without what is copied to it. */
  static KeptSource of(DomainSpec spec, Map<String, Object> mapping) {
    Set<String> paths = new TreeSet<>();
    spec.compared().forEach(name -> paths.add(MappedField.named(mapping, name)));
    paths.addAll(spec.merged());
    for (String name : List.of("seq", "group", "status", "checked")) {
      paths.add(spec.field(name));
    }
    return new KeptSource(paths);
  }

  /**
   * Rejects an index that does not keep it.
   *
   * @throws IllegalArgumentException with a message that says what to do
   */
  void check(String index, Map<String, Object> mapping) {
    if (mapping.get("_source") instanceof Map<?, ?> source) {
      for (String path : paths) {
        if (keeps(source, path) == false) {
          throw new IllegalArgumentException(
              "[_source] of index ["
                  + index
                  + "] must keep ["
                  + path
                  + "], which near_dup reads back, got "
                  + json(Map.of("_source", source))
                  + "; that cannot be changed: make a new index that keeps it, and reindex");
        }
      }
    }
  }

  private static boolean keeps(Map<?, ?> source, String path) {
    if (MappedFields.isFalse(source.get("enabled"))) {
      return false;
    }
    Map<String, Object> kept =
        XContentMapValues.filter(
            tree(Map.of(path, "a value")), names(source, "includes"), names(source, "excludes"));
    return XContentMapValues.extractValue(path, kept) != null;
  }

  private static String[] names(Map<?, ?> source, String key) {
    Object names = source.get(key);
    return names instanceof List<?> list
        ? list.stream().map(Object::toString).toArray(String[]::new)
        : names == null ? new String[0] : new String[] {names.toString()};
  }
}
