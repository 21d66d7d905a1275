// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.request.LocalAction;

/** Finds the passages that most documents share. */
public final class BoilerplateAction extends LocalAction<BoilerplateResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/boilerplate";

  public static final BoilerplateAction INSTANCE = new BoilerplateAction();

  private BoilerplateAction() {
    super(NAME);
  }
}
