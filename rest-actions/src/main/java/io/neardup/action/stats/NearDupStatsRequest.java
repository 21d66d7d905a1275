// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import org.opensearch.action.support.nodes.BaseNodesRequest;

/** Requests the counters of nodes; no name means all nodes. */
public final class NearDupStatsRequest extends BaseNodesRequest<NearDupStatsRequest> {
  /** Selects nodes by ids, names or filters, as in all nodes APIs. */
  public NearDupStatsRequest(String... nodes) {
    super(nodes);
  }
}
