// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup.hits;

import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.aggregations.InternalAggregation;

/** The result of slices, shards and searches on the way to the coordinating node. */
public final class InternalNearDupHits extends EndpointAggregation {
  private final NearDupHits hits;

  InternalNearDupHits(String name, NearDupHits hits, Map<String, Object> metadata) {
    super(name, metadata);
    this.hits = hits;
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalNearDupHits(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    hits = new NearDupHits(in);
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    hits.writeTo(out);
  }

  /** The hits. */
  public NearDupHits hits() {
    return hits;
  }

  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    List<NearDupHits> found =
        parts.stream().map(part -> ((InternalNearDupHits) part).hits).toList();
    return new InternalNearDupHits(name, NearDupHits.merge(found), metadata);
  }
}
