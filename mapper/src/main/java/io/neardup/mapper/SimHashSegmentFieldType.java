// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.lucene.field.HashSegmentLayout;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.opensearch.common.lucene.BytesRefs;
import org.opensearch.index.fielddata.IndexFieldData;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.lookup.SearchLookup;

/**
 * One segment of a fingerprint as searches see it: a keyword of a few hex digits, {@code
 * <field>.s0} to {@code .s3}, or {@code .k0} to {@code .k9}.
 */
final class SimHashSegmentFieldType extends KeywordFieldMapper.KeywordFieldType {
  /** The type to report: a segment can be used wherever a keyword can. */
  static final String CONTENT_TYPE = KeywordFieldMapper.CONTENT_TYPE;

  private final SimHashFieldType whole;
  private final int segment;

  SimHashSegmentFieldType(SimHashFieldType whole, int segment, boolean docValues) {
    super(whole.layout().field(whole.name(), segment), true, docValues, Map.of());
    this.whole = whole;
    this.segment = segment;
  }

  String simpleName() {
    return whole.layout().name(segment);
  }

  /** As for a keyword, but rejects the empty text. */
  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    AllFieldsProbe.refuse(
        value,
        context,
        "field ["
            + name()
            + "] holds "
            + (whole.layout() == HashSegmentLayout.FOUR ? "four" : "seven")
            + " hex digits of a fingerprint");
    return super.termQuery(value, context);
  }

  /** Hex digits are case-insensitive. */
  @Override
  protected BytesRef indexedValueForSearch(Object value) {
    return value == null
        ? null
        : super.indexedValueForSearch(BytesRefs.toString(value).toLowerCase(Locale.ROOT));
  }

  /** A fingerprint has all of its segments, but only the whole one is sure to have doc values. */
  @Override
  public Query existsQuery(QueryShardContext context) {
    return new FieldExistsQuery(whole.name());
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(String index, Supplier<SearchLookup> lookup) {
    if (hasDocValues() == false) {
      throw new IllegalArgumentException(
          "field ["
              + name()
              + "] has no doc values to aggregate, sort or script on: set [segment_doc_values] to"
              + " [true] on field ["
              + whole.name()
              + "] in the mapping of a new index");
    }
    return super.fielddataBuilder(index, lookup);
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return new FingerprintFetcher(
        whole, context, format, fingerprint -> whole.layout().hex(fingerprint, segment));
  }
}
