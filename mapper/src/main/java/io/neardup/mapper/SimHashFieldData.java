// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.lucene.FingerprintField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.SortField;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexFieldDataCache;
import org.opensearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.opensearch.index.fielddata.plain.SortedNumericIndexFieldData;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.aggregations.support.ValuesSourceType;
import org.opensearch.search.sort.BucketedSort;
import org.opensearch.search.sort.SortOrder;

/**
 * The doc values of a {@code simhash} field as the two things its users want of them: strings of 16
 * hex digits for aggregations and scripts, and longs in unsigned order for sorting, so that sorting
 * (of an index, too) costs what it costs for a {@code long}.
 */
final class SimHashFieldData implements IndexFieldData<SimHashLeafFieldData> {
  private final SortedNumericIndexFieldData docValues;

  private SimHashFieldData(String field) {
    this.docValues = new SortedNumericIndexFieldData(field, NumericType.LONG);
  }

  /** Builds the field data of one field; it caches nothing and needs no breaker. */
  record Builder(String field) implements IndexFieldData.Builder {
    @Override
    public SimHashFieldData build(IndexFieldDataCache cache, CircuitBreakerService breaker) {
      return new SimHashFieldData(field);
    }
  }

  @Override
  public String getFieldName() {
    return docValues.getFieldName();
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.BYTES;
  }

  @Override
  public SimHashLeafFieldData load(LeafReaderContext context) {
    return new SimHashLeafFieldData(context.reader(), getFieldName());
  }

  @Override
  public SimHashLeafFieldData loadDirect(LeafReaderContext context) {
    return load(context);
  }

  @Override
  public SortField sortField(
      Object missing, MultiValueMode mode, XFieldComparatorSource.Nested nested, boolean reverse) {
    return docValues.sortField(missingDocValue(missing), mode, nested, reverse);
  }

  @Override
  public BucketedSort newBucketedSort(
      BigArrays bigArrays,
      Object missing,
      MultiValueMode mode,
      XFieldComparatorSource.Nested nested,
      SortOrder order,
      DocValueFormat format,
      int bucketSize,
      BucketedSort.ExtraData extra) {
    return docValues.newBucketedSort(
        bigArrays, missingDocValue(missing), mode, nested, order, format, bucketSize, extra);
  }

  /** {@code missing} of a sort is a word of core's or a fingerprint as the user writes it. */
  private static Object missingDocValue(Object missing) {
    if (missing == null || missing.equals("_first") || missing.equals("_last")) {
      return missing;
    }
    return FingerprintField.toDocValue(Fingerprint.parseValue(missing));
  }
}
