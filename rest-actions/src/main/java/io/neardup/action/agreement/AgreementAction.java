// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import org.opensearch.action.ActionType;

/** Makes nodes read dictionaries and try analyzers, and tells what each of them has. */
public final class AgreementAction extends ActionType<AgreementResponse> {
  /** The name that a role grants; storing a pipeline needs no right but its own. */
  public static final String NAME = "cluster:monitor/near_dup/agreement";

  public static final AgreementAction INSTANCE = new AgreementAction();

  private AgreementAction() {
    super(NAME, AgreementResponse::new);
  }
}
