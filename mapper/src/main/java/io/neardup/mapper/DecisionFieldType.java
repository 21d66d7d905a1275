// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.Map;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.SourceValueFetcher;
import org.opensearch.index.mapper.TextSearchInfo;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.search.lookup.SearchLookup;

/** A decision as searches see it: it exists or not; whatever else is asked for has its parts. */
final class DecisionFieldType extends MappedFieldType {
  DecisionFieldType(String name, Map<String, String> meta) {
    super(name, false, false, false, TextSearchInfo.NONE, meta);
  }

  @Override
  public String typeName() {
    return DecisionFieldMapper.CONTENT_TYPE;
  }

  @Override
  public ValueFetcher valueFetcher(QueryShardContext context, SearchLookup lookup, String format) {
    return SourceValueFetcher.identity(name(), context, format);
  }

  /** Every decision has a status. */
  @Override
  public Query existsQuery(QueryShardContext context) {
    return new FieldExistsQuery(DecisionPart.STATUS.in(name()));
  }

  @Override
  public Query termQuery(Object value, QueryShardContext context) {
    throw new QueryShardException(
        context,
        "field ["
            + name()
            + "] of type ["
            + typeName()
            + "] is an object: search one of its parts, such as ["
            + DecisionPart.STATUS.in(name())
            + "]");
  }
}
