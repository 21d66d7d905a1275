// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.GroupsStatus.Phase;
import io.neardup.action.groups.apply.Progress;
import io.neardup.action.groups.apply.Tally;
import io.neardup.request.RequestTask;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
final class GroupsTask extends RequestTask implements Progress {
  private GroupsStatus status = new GroupsStatus(Phase.PIN, 0, 0, 0, 0, 0, null);

  GroupsTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  @Override
  public synchronized GroupsStatus getStatus() {
    return status;
  }

  private synchronized void update(UnaryOperator<GroupsStatus> change) {
    status = change.apply(status);
  }

  void reading(long documents, long read) {
    update(s -> new GroupsStatus(Phase.READ, documents, read, 0, 0, 0, null));
  }

  void joining(int ranges, int done) {
    update(s -> new GroupsStatus(Phase.JOIN, s.documents(), s.read(), ranges, done, 0, null));
  }

  void writing(long written) {
    update(
        s ->
            new GroupsStatus(
                Phase.WRITE, s.documents(), s.read(), s.ranges(), s.rangesDone(), written, null));
  }

  @Override
  public void applying(Tally tally) {
    update(
        s ->
            new GroupsStatus(
                tally.kind() == Tally.Kind.TAGGED ? Phase.TAG : Phase.DELETE,
                s.documents(),
                s.read(),
                s.ranges(),
                s.rangesDone(),
                s.written(),
                tally));
  }

  @Override
  public void check() {
    if (isCancelled()) {
      throw cancelled();
    }
  }

  private TaskCancelledException cancelled() {
    return new TaskCancelledException("cancelled: " + getReasonCancelled());
  }

  /** Why a job ended: if it was cancelled, what its searches failed with does not matter. */
  Exception reason(Exception failure) {
    if (isCancelled() == false || failure instanceof TaskCancelledException) {
      return failure;
    }
    TaskCancelledException cancelled = cancelled();
    cancelled.addSuppressed(failure);
    return cancelled;
  }
}
