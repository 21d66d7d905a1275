// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.idfcheck;

import org.opensearch.action.ActionType;

/** Makes nodes read dictionaries, and tells which content each has. */
public final class IdfCheckAction extends ActionType<IdfCheckResponse> {
  /** The name that a role grants; storing a pipeline needs no right but its own. */
  public static final String NAME = "cluster:monitor/near_dup/idf";

  public static final IdfCheckAction INSTANCE = new IdfCheckAction();

  private IdfCheckAction() {
    super(NAME, IdfCheckResponse::new);
  }
}
