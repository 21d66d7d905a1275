// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import org.opensearch.action.ActionType;

/** Reads dictionaries and tries analyzers on all nodes, and reports what each node has. */
public final class AgreementAction extends ActionType<AgreementResponse> {
  /** The name for roles to grant; not required to store a pipeline. */
  public static final String NAME = "cluster:monitor/near_dup/agreement";

  public static final AgreementAction INSTANCE = new AgreementAction();

  private AgreementAction() {
    super(NAME, AgreementResponse::new);
  }
}
