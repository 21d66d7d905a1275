// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.xcontent.ContextParser;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.aggregations.AbstractAggregationBuilder;
import org.opensearch.search.aggregations.AggregationBuilder;
import org.opensearch.search.aggregations.Aggregator;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.AggregatorFactory;
import org.opensearch.search.aggregations.CardinalityUpperBound;
import org.opensearch.search.internal.SearchContext;

/**
 * What an endpoint of the plugin asks shards by an aggregation of their own, without parts. A
 * search is what security restricts to the documents and fields that a user may see, so that this
 * never sees others; but users cannot send it, since the answer has no form that they could read.
 *
 * @param <B> the class itself
 */
public abstract class EndpointAggregationBuilder<B extends EndpointAggregationBuilder<B>>
    extends AbstractAggregationBuilder<B> {
  protected EndpointAggregationBuilder(String name) {
    super(name);
  }

  /** Mirrors {@link #writeTo}. */
  protected EndpointAggregationBuilder(StreamInput in) throws IOException {
    super(in);
  }

  /**
   * Always throws.
   *
   * @param name of the aggregation
   * @param endpoint in brackets, and what to do with it
   */
  protected static <B> ContextParser<String, B> refusing(String name, String endpoint) {
    return (parser, given) -> {
      throw new ParsingException(
          parser.getTokenLocation(), "[{}] is internal to {}", name, endpoint);
    };
  }

  /** All that is asked: who asks for the same is equal. */
  protected abstract List<?> asked();

  @Override
  public final boolean equals(Object other) {
    return super.equals(other)
        && other instanceof EndpointAggregationBuilder<?> that
        && asked().equals(that.asked());
  }

  @Override
  public final int hashCode() {
    return Objects.hash(super.hashCode(), asked());
  }

  /** Each has the name of what it is. */
  @Override
  public final String getType() {
    return name;
  }

  /** Not called: only what has parts is copied, when they are rewritten. */
  @Override
  protected final AggregationBuilder shallowCopy(
      AggregatorFactories.Builder factories, @Nullable Map<String, Object> of) {
    throw new UnsupportedOperationException("[" + name + "] has no parts");
  }

  /** What answers on a shard. */
  @FunctionalInterface
  protected interface OnShard {
    Aggregator aggregator(
        SearchContext search, @Nullable Aggregator parent, Map<String, Object> metadata)
        throws IOException;
  }

  /**
   * Has a shard answer, without parts.
   *
   * @param concurrent whether slices of its segments may do so at the same time
   */
  protected final AggregatorFactory answering(
      OnShard shard,
      boolean concurrent,
      QueryShardContext context,
      @Nullable AggregatorFactory parent,
      AggregatorFactories.Builder factories)
      throws IOException {
    return new AggregatorFactory(name, context, parent, factories, metadata) {
      @Override
      protected Aggregator createInternal(
          SearchContext search,
          @Nullable Aggregator parentAggregator,
          CardinalityUpperBound cardinality,
          Map<String, Object> given)
          throws IOException {
        return shard.aggregator(search, parentAggregator, given);
      }

      @Override
      protected boolean supportsConcurrentSegmentSearch() {
        return concurrent;
      }
    };
  }

  @Override
  public final BucketCardinality bucketCardinality() {
    return BucketCardinality.NONE;
  }
}
