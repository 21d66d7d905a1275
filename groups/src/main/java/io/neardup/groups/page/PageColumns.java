// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.mapper.MinHashFieldMapper;
import io.neardup.mapper.MinHashFieldType;
import io.neardup.target.FieldRefused;
import io.neardup.target.KeepField;
import io.neardup.target.NestedObjects;
import io.neardup.target.TargetFieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.common.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;

/**
 * The fields of one index that a page of fingerprints is read from. An index may lack some; what it
 * has must be of a type that serves.
 *
 * @param fingerprints the field; null if signatures alone decide, or this index has none
 * @param signatures the field; null if fingerprints alone decide, or this index has none
 * @param isComplete whether this index has all that decide
 * @param keep those that order documents; null for those that this index does not have
 * @param scope those that tell scopes apart; null for those that this index does not have
 * @param kinds what is compared with what, by the name of the field, for those there are
 * @param window how many hits a search of this index may have
 */
record PageColumns(
    ShardId shard,
    @Nullable String fingerprints,
    @Nullable String signatures,
    boolean isComplete,
    List<KeyColumn> keep,
    List<IndexFieldData<?>> scope,
    Map<String, String> kinds,
    int window) {

  /** An order, and the values that it is by; null if there are none. */
  record KeyColumn(@Nullable IndexFieldData<?> data, boolean descending) {}

  /** Refuses (HTTP 400) a field of a type that does not serve. */
  static PageColumns of(
      QueryShardContext context,
      String field,
      @Nullable String verify,
      List<KeepField> keep,
      List<String> scope) {
    requireNotNested(context, "field", field);
    if (verify != null) {
      requireNotNested(context, "verify", verify);
    }
    keep.forEach(order -> requireNotNested(context, "keep", order.field()));
    scope.forEach(name -> requireNotNested(context, "scope", name));
    Map<String, String> kinds = new TreeMap<>();
    String compared = compared(context, field, kinds);
    boolean isSigned = MinHashFieldMapper.CONTENT_TYPE.equals(kinds.get(field));
    String verifying = verify == null ? null : signatures(context, verify, kinds);
    List<KeyColumn> keys = new ArrayList<>();
    for (KeepField order : keep) {
      keys.add(new KeyColumn(ordered(context, order.field(), kinds), order.descending()));
    }
    List<IndexFieldData<?>> scopes = new ArrayList<>();
    for (String name : scope) {
      scopes.add(values(context, name, kinds));
    }
    ShardId shard = new ShardId(context.index(), context.getShardId());
    return new PageColumns(
        shard,
        isSigned ? null : compared,
        isSigned ? compared : verifying,
        compared != null && (verify == null || verifying != null),
        keys,
        scopes,
        kinds,
        context.getIndexSettings().getMaxResultWindow());
  }

  /** No row stands for an object in a list. */
  private static void requireNotNested(QueryShardContext context, String parameter, String field) {
    String nested = NestedObjects.around(field, context);
    if (nested != null) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must not be in an object of type [nested], got ["
              + field
              + "] in ["
              + context.index().getName()
              + "], where ["
              + nested
              + "] is nested: write the value of the whole document into a field outside of it");
    }
  }

  @Nullable private static String compared(
      QueryShardContext context, String field, Map<String, String> kinds) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null) {
      return null;
    }
    if (type.unwrap() instanceof TargetFieldType target) {
      kinds.put(field, target.kind().type());
      return type.unwrap().name();
    }
    throw FieldRefused.of(
        field, List.of(type.unwrap().typeName()), List.of(context.index().getName()));
  }

  @Nullable private static String signatures(
      QueryShardContext context, String field, Map<String, String> kinds) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null) {
      return null;
    }
    if (type.unwrap() instanceof MinHashFieldType) {
      kinds.put(field, MinHashFieldMapper.CONTENT_TYPE);
      return type.unwrap().name();
    }
    throw refused("[verify] must name a field of type [minhash]", context, type);
  }

  @Nullable private static IndexFieldData<?> ordered(
      QueryShardContext context, String field, Map<String, String> kinds) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null) {
      return null;
    }
    IndexFieldData<?> data = hasValues(type) ? context.getForField(type) : null;
    String kind = KeepField.kind(type, data);
    if (kind == null) {
      throw refused(
          "[keep] must name numeric, date or keyword fields with doc values", context, type);
    }
    kinds.put(field, kind);
    return data;
  }

  @Nullable private static IndexFieldData<?> values(
      QueryShardContext context, String field, Map<String, String> kinds) {
    MappedFieldType type = context.fieldMapper(field);
    if (type == null) {
      return null;
    }
    if (hasValues(type) == false) {
      throw refused("[scope] must name fields with doc values, such as [keyword]", context, type);
    }
    IndexFieldData<?> data = context.getForField(type);
    kinds.putIfAbsent(field, ScopeValues.kind(type, data));
    return data;
  }

  /** Some of core's fields have values that core reads alone. */
  private static boolean hasValues(MappedFieldType type) {
    return type.hasDocValues() && type.isAggregatable();
  }

  private static IllegalArgumentException refused(
      String rule, QueryShardContext context, MappedFieldType seen) {
    return new IllegalArgumentException(
        rule
            + ", got ["
            + seen.name()
            + "] of type ["
            + seen.typeName()
            + "] in ["
            + context.index().getName()
            + "]");
  }
}
