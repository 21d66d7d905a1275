// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.Fingerprint;
import java.util.function.Supplier;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.SortField;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexFieldDataCache;
import org.opensearch.index.fielddata.IndexNumericFieldData.NumericType;
import org.opensearch.index.fielddata.fieldcomparator.BytesRefFieldComparatorSource;
import org.opensearch.index.fielddata.plain.SortedNumericIndexFieldData;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.aggregations.support.ValuesSourceType;
import org.opensearch.search.lookup.SearchLookup;
import org.opensearch.search.sort.BucketedSort;
import org.opensearch.search.sort.SortOrder;

/**
 * The doc values of a {@code simhash} field as searches read them: strings of 16 hex digits, whose
 * order is the unsigned order of the fingerprints, and null for documents without one.
 */
final class SimHashFieldData implements IndexFieldData<SimHashLeafFieldData> {
  private final String field;
  private final Supplier<SearchLookup> lookup;

  private SimHashFieldData(String field, Supplier<SearchLookup> lookup) {
    this.field = field;
    this.lookup = lookup;
  }

  /** Builds the field data of one field; it caches nothing and needs no breaker. */
  record Builder(String field, Supplier<SearchLookup> lookup) implements IndexFieldData.Builder {
    @Override
    public SimHashFieldData build(IndexFieldDataCache cache, CircuitBreakerService breaker) {
      return new SimHashFieldData(field, lookup);
    }
  }

  @Override
  public String getFieldName() {
    return field;
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.BYTES;
  }

  @Override
  public SimHashLeafFieldData load(LeafReaderContext context) {
    return new SimHashLeafFieldData(context.reader(), field);
  }

  @Override
  public SimHashLeafFieldData loadDirect(LeafReaderContext context) {
    return load(context);
  }

  @Override
  public SortField sortField(
      Object missing, MultiValueMode mode, XFieldComparatorSource.Nested nested, boolean reverse) {
    return sortsTheIndex()
        ? new SortedNumericIndexFieldData(field, NumericType.LONG)
            .sortField(missing, mode, nested, reverse)
        : new SortField(field, byHex(missing, mode, nested), reverse);
  }

  /**
   * Whether this is an index sort, which Lucene supports only on the longs of doc values. Its
   * values are never shown. No search is involved, so core passes a lookup that throws.
   */
  private boolean sortsTheIndex() {
    try {
      return lookup.get() == null;
    } catch (UnsupportedOperationException e) {
      return true;
    }
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
    return byHex(missing, mode, nested)
        .newBucketedSort(bigArrays, order, format, bucketSize, extra);
  }

  private XFieldComparatorSource byHex(
      Object missing, MultiValueMode mode, XFieldComparatorSource.Nested nested) {
    return new BytesRefFieldComparatorSource(this, missingHex(missing), mode, nested);
  }

  /** {@code missing} of a sort is {@code _first}, {@code _last}, or a fingerprint in any form. */
  private static Object missingHex(Object missing) {
    return missing == null || missing.equals("_first") || missing.equals("_last")
        ? missing
        : Fingerprint.toHex(Fingerprint.parseValue(missing));
  }
}
