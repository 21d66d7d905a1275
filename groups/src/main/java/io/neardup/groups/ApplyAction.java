// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.request.LocalAction;

/** Does with documents what the records of an earlier job say. */
public final class ApplyAction extends LocalAction<GroupsResponse> {
  /** The name that a role grants on {@code dest}; the action group {@code read} contains it. */
  public static final String NAME = GroupsAction.NAME + "/apply";

  public static final ApplyAction INSTANCE = new ApplyAction();

  private ApplyAction() {
    super(NAME);
  }
}
