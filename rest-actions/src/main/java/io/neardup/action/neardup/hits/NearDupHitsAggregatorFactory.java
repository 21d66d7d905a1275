// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import java.io.IOException;
import java.util.Map;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;
import org.opensearch.search.aggregations.CardinalityUpperBound;
import org.opensearch.search.internal.SearchContext;

/** Creates the aggregators of one shard: one, or one per concurrent slice. */
final class NearDupHitsAggregatorFactory extends AggregatorFactory {
  private final NearDupHitsAggregationBuilder request;
  private final String field;
  private final SelfTerms selves;

  NearDupHitsAggregatorFactory(
      NearDupHitsAggregationBuilder request,
      QueryShardContext context,
      AggregatorFactory parent,
      AggregatorFactories.Builder subfactoriesBuilder)
      throws IOException {
    super(request.getName(), context, parent, subfactoriesBuilder, request.getMetadata());
    this.request = request;
    this.field = request.fieldIn(context);
    this.selves = SelfTerms.of(request.selves(), context::indexMatches);
  }

  @Override
  protected Aggregator createInternal(
      SearchContext searchContext,
      Aggregator parent,
      CardinalityUpperBound cardinality,
      Map<String, Object> metadata)
      throws IOException {
    return new NearDupHitsAggregator(request, field, selves, searchContext, parent, metadata);
  }

  @Override
  protected boolean supportsConcurrentSegmentSearch() {
    return true;
  }
}
