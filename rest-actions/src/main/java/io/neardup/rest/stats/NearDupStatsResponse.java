// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.stats;

import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** The counters of every node that answered, and their sums. */
public final class NearDupStatsResponse extends BaseNodesResponse<NearDupStatsResponse.NodeStats>
    implements ToXContentFragment {

  NearDupStatsResponse(
      ClusterName clusterName, List<NodeStats> nodes, List<FailedNodeException> failures) {
    super(clusterName, nodes, failures);
  }

  NearDupStatsResponse(StreamInput in) throws IOException {
    super(in);
  }

  /** The counters of one node. */
  public static final class NodeStats extends BaseNodeResponse {
    private final NearDupStats stats;

    NodeStats(DiscoveryNode node, NearDupStats stats) {
      super(node);
      this.stats = stats;
    }

    NodeStats(StreamInput in) throws IOException {
      super(in);
      stats = new NearDupStats(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      stats.writeTo(out);
    }

    /** What this node has counted. */
    public NearDupStats stats() {
      return stats;
    }
  }

  /** The sums over all nodes that answered. */
  public NearDupStats total() {
    return getNodes().stream().map(NodeStats::stats).reduce(NearDupStats.NONE, NearDupStats::plus);
  }

  @Override
  protected List<NodeStats> readNodesFrom(StreamInput in) throws IOException {
    return in.readList(NodeStats::new);
  }

  @Override
  protected void writeNodesTo(StreamOutput out, List<NodeStats> nodes) throws IOException {
    out.writeList(nodes);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject("total");
    total().toXContent(builder, params);
    builder.endObject().startObject("nodes");
    for (NodeStats node : getNodes()) {
      builder.startObject(node.getNode().getId()).field("name", node.getNode().getName());
      node.stats().toXContent(builder, params);
      builder.endObject();
    }
    return builder.endObject();
  }
}
