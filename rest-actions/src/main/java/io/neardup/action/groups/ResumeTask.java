// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.request.RequestTask;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.core.tasks.TaskId;

/** A job that goes on, as far as the task is that does so. */
final class ResumeTask extends RequestTask {
  private volatile GroupsTask job;

  ResumeTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  void follow(GroupsTask task) {
    job = task;
  }

  /** Null before it has begun. */
  @Override
  public @Nullable GroupsStatus getStatus() {
    GroupsTask task = job;
    return task == null ? null : task.getStatus();
  }
}
