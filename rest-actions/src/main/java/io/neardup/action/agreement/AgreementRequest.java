// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** Asks nodes for what a pipeline needs. */
public final class AgreementRequest extends BaseNodesRequest<AgreementRequest> {
  private final List<Need> needs;

  /**
   * @param nodes ids of the nodes
   */
  public AgreementRequest(Collection<Need> needs, Collection<String> nodes) {
    super(nodes.toArray(String[]::new));
    this.needs = List.copyOf(needs);
  }

  AgreementRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    needs = in.readList(Need::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeList(needs);
  }

  List<Need> needs() {
    return needs;
  }
}
