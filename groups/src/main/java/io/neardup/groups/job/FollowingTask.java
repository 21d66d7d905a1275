// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;

/** A task whose work jobs do, one at a time, with the status of the last one. */
public final class FollowingTask extends WaitingTask {
  private volatile GroupsTask job;

  public FollowingTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  public void follow(GroupsTask task) {
    job = task;
  }

  /** Null before the first one has begun. */
  @Override
  public @Nullable GroupsStatus getStatus() {
    GroupsTask task = job;
    return task == null ? null : task.getStatus();
  }
}
