// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.aggregations.InternalAggregation;

/** The answer to an {@link EndpointAggregationBuilder}; one answer needs no reduction. */
public abstract class EndpointAggregation extends InternalAggregation {
  protected EndpointAggregation(String name, Map<String, Object> metadata) {
    super(name, metadata);
  }

  /** Mirrors {@link #writeTo}. */
  protected EndpointAggregation(StreamInput in) throws IOException {
    super(in);
  }

  /** Each has the name of what it is. */
  @Override
  public final String getWriteableName() {
    return getName();
  }

  /** Users never see it. */
  @Override
  public final XContentBuilder doXContentBody(XContentBuilder builder, Params params) {
    return builder;
  }

  @Override
  protected final boolean mustReduceOnSingleInternalAgg() {
    return false;
  }

  @Override
  public final Object getProperty(List<String> path) {
    throw new IllegalArgumentException("path not supported for [" + getName() + "]: " + path);
  }
}
