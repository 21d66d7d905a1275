// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import org.opensearch.action.ActionType;

/** Gives groups that have lost their canonical another one. */
public final class RepairAction extends ActionType<RepairResponse> {
  /** The name that a role grants; the action group {@code read} contains it. */
  public static final String NAME = GroupsAction.NAME + "/repair";

  public static final RepairAction INSTANCE = new RepairAction();

  private RepairAction() {
    super(NAME, RepairResponse::new);
  }
}
