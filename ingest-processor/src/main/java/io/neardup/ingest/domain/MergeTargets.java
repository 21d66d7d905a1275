// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.DateFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.NumberFieldMapper;
import org.opensearch.index.mapper.StringFieldType;

/**
 * The fields that get what discarded duplicates leave. An index that does not take it refuses the
 * update when the duplicates are gone, so their values are tried before.
 */
final class MergeTargets {
  private final String index;
  private final Map<String, Object> mapping;
  private final MapperService mapper;

  /**
   * @param metadata of an index with a mapping
   */
  MergeTargets(List<MergeRule> rules, IndexMetadata metadata, PartMappers mappers) {
    index = metadata.getIndex().getName();
    mapping = metadata.mapping().sourceAsMap();
    Set<String> names = new TreeSet<>();
    for (MergeRule rule : rules) {
      names.add(rule.target());
      names.add(MappedField.named(mapping, rule.target()));
      if (rule.field() != null) {
        names.add(MappedField.named(mapping, rule.field()));
      }
    }
    Map<String, Object> part = new HashMap<>(IndexFields.part(mapping, "", names));
    part.put("dynamic", "false");
    mapper = mappers.of(metadata, part);
  }

  /**
   * Rejects a field that does not take what is left in it.
   *
   * @throws IllegalArgumentException with the way out
   */
  void require(MergeRule rule) {
    MappedFieldType type =
        rule.field() == null ? null : mapper.fieldType(MappedField.named(mapping, rule.field()));
    String dynamic = MappedField.dynamic(mapping, rule.target());
    if (MappedField.at(mapping, rule.target()).missing() && dynamic.startsWith("strict")) {
      String wanted = rule.field() == null ? "long" : type == null ? "keyword" : type.typeName();
      throw refused(
          rule,
          "which is not mapped, where [dynamic] is ["
              + dynamic
              + "]; map it here, and in the template of future indexes: PUT "
              + index
              + "/_mapping "
              + MappingJson.json(
                  MappingJson.properties(Map.of(rule.target(), Map.of("type", wanted)))));
    }
    Object value = rule.field() == null ? (Object) 1 : value(type);
    if (value != null) {
      take(rule, rule.kind() == MergeRule.Kind.ADD ? List.of(value) : value);
    }
  }

  /** A value that a field of the duplicates may have; null if that is not known. */
  @Nullable private static Object value(@Nullable MappedFieldType type) {
    if (type instanceof DateFieldMapper.DateFieldType date) {
      return date.dateTimeFormatter().format(Instant.EPOCH.atZone(ZoneOffset.UTC));
    } else if (type instanceof NumberFieldMapper.NumberFieldType) {
      return 1;
    }
    return type instanceof StringFieldType ? "text" : null;
  }

  private void take(MergeRule rule, Object value) {
    try {
      PartMappers.parse(
          mapper.documentMapper(), index, MappingJson.tree(Map.of(rule.target(), value)));
    } catch (MapperParsingException e) {
      throw refused(
          rule,
          "which does not take ["
              + value
              + "]: "
              + e.getMessage()
              + "; name another field in the pipeline");
    }
  }

  private IllegalArgumentException refused(MergeRule rule, String why) {
    return new IllegalArgumentException(
        "[merge] of near_dup must name fields that take what duplicates leave in documents of index"
            + " ["
            + index
            + "], got ["
            + rule.target()
            + "], "
            + why);
  }
}
