// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import java.util.Map;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.lookup.SearchLookup;

/**
 * The bands of signatures, {@code <field>.bands}: terms for the query near_dup, and no one else.
 */
final class MinHashBandsFieldType extends MappedFieldType {
  static final String CONTENT_TYPE = "minhash_bands";

  private final MinHashFieldType whole;

  MinHashBandsFieldType(String name, MinHashFieldType whole) {
    super(name, false, false, false, TextSearchInfo.NONE, Map.of());
    this.whole = whole;
  }

  @Override
  public String typeName() {
    return CONTENT_TYPE;
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    throw new QueryShardException(
        context,
        "field ["
            + name()
            + "] cannot be searched by itself: use the query [near_dup] on field ["
            + whole.name()
            + "]");
  }

  @Override
  public Query existsQuery(QueryShardContext context) {
    return new FieldExistsQuery(whole.name());
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return source -> List.of();
  }
}
