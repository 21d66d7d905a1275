// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.verdicts;

import io.neardup.request.LocalAction;

/** Writes verdicts to a list, or deletes some of it, as the caller. */
public final class WriteVerdictsAction extends LocalAction<WriteVerdictsResponse> {
  /** The name for roles to grant; the action group {@code write} contains it. */
  public static final String NAME = "indices:data/write/near_dup/verdicts";

  public static final WriteVerdictsAction INSTANCE = new WriteVerdictsAction();

  private WriteVerdictsAction() {
    super(NAME);
  }
}
