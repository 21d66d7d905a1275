// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import java.io.IOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;
import org.opensearch.search.aggregations.CardinalityUpperBound;
import org.opensearch.search.internal.SearchContext;

/** Makes the aggregator of one shard. */
final class FingerprintPageAggregatorFactory extends AggregatorFactory {
  private final int size;
  private final PageColumns columns;

  /** Null for all. */
  private final PageFilter filter;

  FingerprintPageAggregatorFactory(
      String name,
      int size,
      PageColumns columns,
      @Nullable PageFilter filter,
      QueryShardContext context,
      AggregatorFactory parent,
      AggregatorFactories.Builder subfactoriesBuilder,
      Map<String, Object> metadata)
      throws IOException {
    super(name, context, parent, subfactoriesBuilder, metadata);
    this.size = size;
    this.columns = columns;
    this.filter = filter;
  }

  @Override
  protected Aggregator createInternal(
      SearchContext searchContext,
      Aggregator parent,
      CardinalityUpperBound cardinality,
      Map<String, Object> metadata)
      throws IOException {
    return new FingerprintPageAggregator(
        name, size, columns, filter, searchContext, parent, metadata);
  }

  /** The matches must come in the order of their numbers, so that a page ends at one of them. */
  @Override
  protected boolean supportsConcurrentSegmentSearch() {
    return false;
  }
}
