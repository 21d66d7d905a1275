// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.stats;

import java.io.IOException;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.core.common.io.stream.StreamInput;

/** Asks nodes for their counters; none named means all. */
public final class NearDupStatsRequest extends BaseNodesRequest<NearDupStatsRequest> {
  /** Asks these nodes: ids, names, or filters as everywhere in the nodes APIs. */
  public NearDupStatsRequest(String... nodes) {
    super(nodes);
  }

  NearDupStatsRequest(StreamInput in) throws IOException {
    super(in);
  }
}
