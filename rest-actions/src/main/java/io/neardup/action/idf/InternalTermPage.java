// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.search.aggregations.InternalAggregation;

/** A page of terms on the way to the coordinating node, where those of all shards are summed. */
public final class InternalTermPage extends InternalAggregation {
  private final TermPage page;

  InternalTermPage(String name, TermPage page, Map<String, Object> metadata) {
    super(name, metadata);
    this.page = page;
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalTermPage(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    page = new TermPage(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    page.writeTo(out);
  }

  TermPage page() {
    return page;
  }

  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    try {
      return new InternalTermPage(
          name,
          TermPage.sum(parts.stream().map(part -> ((InternalTermPage) part).page).toList()),
          metadata);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected boolean mustReduceOnSingleInternalAgg() {
    return false;
  }

  @Override
  public Object getProperty(List<String> path) {
    throw new IllegalArgumentException("path not supported for [" + getName() + "]: " + path);
  }

  /** For logs. */
  @Override
  public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
    return builder.field("documents", page.documents());
  }

  @Override
  public String getWriteableName() {
    return TermPageAggregationBuilder.NAME;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other) && page.equals(((InternalTermPage) other).page);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), page);
  }
}
