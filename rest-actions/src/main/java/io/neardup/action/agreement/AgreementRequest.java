// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import java.util.Collection;
import java.util.List;
import org.opensearch.action.support.nodes.BaseNodesRequest;

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

  List<Need> needs() {
    return needs;
  }
}
