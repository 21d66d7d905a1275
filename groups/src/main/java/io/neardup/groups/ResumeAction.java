// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import org.opensearch.action.ActionType;

/** Goes on with a job that was cut short. */
public final class ResumeAction extends ActionType<GroupsResponse> {
  /** The name that a role grants on {@code dest}; the action group {@code read} contains it. */
  public static final String NAME = GroupsAction.NAME + "/resume";

  public static final ResumeAction INSTANCE = new ResumeAction();

  private ResumeAction() {
    super(NAME, GroupsResponse::new);
  }
}
