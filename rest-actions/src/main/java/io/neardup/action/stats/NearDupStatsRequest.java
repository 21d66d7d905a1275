// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Requests the counters of nodes; no name means all nodes. */
public final class NearDupStatsRequest extends BaseNodesRequest<NearDupStatsRequest> {
  /** Selects nodes by ids, names or filters, as in all nodes APIs. */
  public NearDupStatsRequest(String... nodes) {
    super(nodes);
  }

  NearDupStatsRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
  }
}
