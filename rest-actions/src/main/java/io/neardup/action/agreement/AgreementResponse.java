// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/** What each node has of what is needed. */
public final class AgreementResponse extends BaseNodesResponse<AgreementResponse.OfNode> {

  AgreementResponse(ClusterName clusterName, List<OfNode> nodes, List<FailedNodeException> failed) {
    super(clusterName, nodes, failed);
  }

  AgreementResponse(StreamInput in) throws IOException {
    super(in);
  }

  /**
   * What a node has for one need.
   *
   * @param pinned the name with a digest, which is equal for equal content; null if the node has
   *     none that matches
   * @param failure why it has none, or null
   */
  record Found(@Nullable String pinned, @Nullable Exception failure) implements Writeable {
    private Found(StreamInput in) throws IOException {
      this(in.readOptionalString(), in.readException());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeOptionalString(pinned);
      out.writeException(failure);
    }
  }

  /** What one node has, in the order of the request. */
  static final class OfNode extends BaseNodeResponse {
    private final List<Found> found;

    OfNode(DiscoveryNode node, List<Found> found) {
      super(node);
      this.found = List.copyOf(found);
    }

    OfNode(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      found = in.readList(Found::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      out.writeList(found);
    }

    List<Found> found() {
      return found;
    }
  }

  @Override
  protected List<OfNode> readNodesFrom(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readList(OfNode::new);
  }

  @Override
  protected void writeNodesTo(StreamOutput out, List<OfNode> nodes) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeList(nodes);
  }
}
