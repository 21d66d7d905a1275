// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.target.KeepField;
import java.util.Set;
import org.opensearch.common.Nullable;
import org.opensearch.core.indices.breaker.NoneCircuitBreakerService;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexFieldDataCache;
import org.opensearch.index.fielddata.IndexNumericFieldData;
import org.opensearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.opensearch.index.mapper.ConstantKeywordFieldMapper;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.SemanticVersionFieldMapper;

/** What a field's type says of its values: whether and how they are compared and ordered. */
final class FieldValues {
  /**
   * A constant_keyword has no value in a document, though it says so; what a version is ordered by
   * is in a field of another name.
   */
  private static final Set<String> WITHOUT_VALUES =
      Set.of(ConstantKeywordFieldMapper.CONTENT_TYPE, SemanticVersionFieldMapper.CONTENT_TYPE);

  private FieldValues() {}

  /**
   * Exact stages search by terms; a scope is also read by groups and collapsed searches. Points and
   * ranges have doc values, and no terms.
   */
  static boolean isComparable(MappedFieldType type, boolean searched) {
    if (searched && type instanceof KeywordFieldMapper.KeywordFieldType) {
      return type.isSearchable();
    }
    return hasValues(type)
        && (searched == false || type.isSearchable())
        && KeepField.kind(type, data(type)) != null;
  }

  /** Those of a flat_object, by its own name, are the names in it: others are equal in them. */
  private static boolean hasValues(MappedFieldType type) {
    return type.hasDocValues()
        && type.isAggregatable()
        && WITHOUT_VALUES.contains(type.typeName()) == false;
  }

  private static IndexFieldData<?> data(MappedFieldType type) {
    return type.fielddataBuilder(
            type.name(),
            () -> {
              throw new UnsupportedOperationException();
            })
        .build(new IndexFieldDataCache.None(), new NoneCircuitBreakerService());
  }

  /** Null if documents cannot be ordered by it. */
  @Nullable static RankOrder ranks(MappedFieldType type) {
    if (hasValues(type) == false) {
      return null;
    }
    IndexFieldData<?> data = data(type);
    if (KeepField.kind(type, data) == null) {
      return null;
    }
    if (data instanceof IndexNumericFieldData numbers) {
      return numbers.getNumericType() == NumericType.UNSIGNED_LONG
          ? RankOrder.UNSIGNED
          : RankOrder.NUMBERS;
    }
    return RankOrder.TERMS;
  }

  /** What kind of numbers the values are; null for others. */
  @Nullable static NumericType number(MappedFieldType type) {
    return type.hasDocValues() && data(type) instanceof IndexNumericFieldData numbers
        ? numbers.getNumericType()
        : null;
  }
}
