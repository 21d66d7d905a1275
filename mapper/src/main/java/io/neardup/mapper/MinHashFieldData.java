// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.lucene.minhash.SignatureDocValues;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.fielddata.IndexFieldDataCache;
import org.opensearch.index.fielddata.SortedBinaryDocValues;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.aggregations.support.CoreValuesSourceType;
import org.opensearch.search.aggregations.support.ValuesSourceType;
import org.opensearch.search.sort.BucketedSort;
import org.opensearch.search.sort.SortOrder;

/**
 * The doc values of a {@code minhash} field as searches read them: signatures in their written
 * form. Equal ones can be counted, but their order means nothing, so sorting is refused.
 */
record MinHashFieldData(String getFieldName) implements IndexFieldData<MinHashFieldData.Leaf> {

  /** Builds the field data of one field; it caches nothing and needs no breaker. */
  record Builder(String field) implements IndexFieldData.Builder {
    @Override
    public MinHashFieldData build(IndexFieldDataCache cache, CircuitBreakerService breaker) {
      return new MinHashFieldData(field);
    }
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.BYTES;
  }

  @Override
  public Leaf load(LeafReaderContext context) {
    return new Leaf(context.reader(), getFieldName);
  }

  @Override
  public Leaf loadDirect(LeafReaderContext context) {
    return load(context);
  }

  @Override
  public SortField sortField(
      Object missing, MultiValueMode mode, XFieldComparatorSource.Nested nested, boolean reverse) {
    throw unordered();
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
    throw unordered();
  }

  private IllegalArgumentException unordered() {
    return new IllegalArgumentException(
        "field ["
            + getFieldName
            + "] of type ["
            + MinHashFieldMapper.CONTENT_TYPE
            + "] cannot be sorted by, because the order of signatures means nothing: use the query"
            + " [near_dup], whose [_score] is the similarity");
  }

  /** The signatures of one leaf. */
  record Leaf(LeafReader reader, String field) implements TextLeafFieldData {
    @Override
    public SortedBinaryDocValues texts() throws IOException {
      return new Texts(SignatureDocValues.of(reader, field));
    }
  }

  private static final class Texts extends SortedBinaryDocValues {
    /** Null if no document has any. */
    private final BinaryDocValues signatures;

    Texts(BinaryDocValues signatures) {
      this.signatures = signatures;
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      return signatures != null && signatures.advanceExact(doc);
    }

    @Override
    public int docValueCount() {
      return 1;
    }

    @Override
    public BytesRef nextValue() throws IOException {
      return new BytesRef(SignatureTexts.text(signatures.binaryValue()));
    }
  }
}
