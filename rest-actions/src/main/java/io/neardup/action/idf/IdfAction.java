// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.LocalAction;

/** Reads the terms of a field and their document frequencies. */
public final class IdfAction extends LocalAction<IdfResponse> {
  /** The name for roles to grant. */
  public static final String NAME = "indices:data/read/near_dup/idf";

  public static final IdfAction INSTANCE = new IdfAction();

  private IdfAction() {
    super(NAME);
  }
}
