// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.groups.job.GroupsStatus.Phase;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.opensearch.core.tasks.TaskId;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
public final class GroupsTask extends WaitingTask {
  private GroupsStatus status = begun(1);

  /** The job that goes on with a run, for a task that has asked for one; otherwise null. */
  private GroupsTask followed;

  public GroupsTask(
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
    return followed == null ? status : followed.getStatus();
  }

  /** Shows the status of this one from now on. */
  public synchronized void follow(GroupsTask job) {
    followed = job;
  }

  private synchronized void update(UnaryOperator<GroupsStatus> change) {
    status = change.apply(status);
  }

  private static GroupsStatus begun(int attempt) {
    return new GroupsStatus(attempt, Phase.PIN, 0, 0, 0, 0, 0, 0, null);
  }

  public void beginning(int attempt) {
    update(s -> begun(attempt));
  }

  public void reading(long documents, long read) {
    update(s -> s.in(Phase.READ).read(documents, read));
  }

  /** So many bytes more have come from the shards. */
  public void moved(long bytes) {
    update(s -> s.moved(bytes));
  }

  public void joining(int ranges, int done) {
    update(s -> s.in(Phase.JOIN).ranges(ranges, done));
  }

  public void replaying(int ranges, int done) {
    update(s -> s.in(Phase.REPLAY).ranges(ranges, done));
  }

  public void writing(long written) {
    update(s -> s.in(Phase.WRITE).written(written));
  }

  /** What became of the documents so far. */
  public void applying(Tally tally) {
    update(s -> s.in(tally.kind() == Tally.Kind.TAGGED ? Phase.TAG : Phase.DELETE).tally(tally));
  }
}
