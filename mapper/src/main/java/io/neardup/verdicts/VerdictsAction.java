// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.verdicts;

import io.neardup.request.LocalAction;

/** Reads a list of verdicts, with the rights of who is to obey it. */
public final class VerdictsAction extends LocalAction<Verdicts> {
  /** The name for roles to grant; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/verdicts";

  public static final VerdictsAction INSTANCE = new VerdictsAction();

  private VerdictsAction() {
    super(NAME);
  }

  /** Names the list. */
  public static final class Request extends VerdictsRequest {
    public Request(String name) {
      super(name);
    }
  }
}
