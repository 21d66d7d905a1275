// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.request.LocalAction;

/** Finds the near-duplicate groups of all documents that the caller may read. */
public final class GroupsAction extends LocalAction<GroupsResponse> {
  /** The name that a role grants; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/groups";

  public static final GroupsAction INSTANCE = new GroupsAction();

  private GroupsAction() {
    super(NAME);
  }
}
