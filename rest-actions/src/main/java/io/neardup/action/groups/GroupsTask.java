// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.groups;

import io.neardup.action.groups.GroupsStatus.Phase;
import io.neardup.action.groups.apply.Progress;
import io.neardup.action.groups.apply.Tally;
import io.neardup.request.Answers;
import io.neardup.request.RequestTask;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
final class GroupsTask extends RequestTask implements Progress {
  private GroupsStatus status = begun(1);

  /** What a cancelled job waits for no longer; null before it waits for such a thing. */
  private volatile ActionListener<?> waiting;

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

  private static GroupsStatus begun(int attempt) {
    return new GroupsStatus(attempt, Phase.PIN, 0, 0, 0, 0, 0, 0, null);
  }

  void beginning(int attempt) {
    update(s -> begun(attempt));
  }

  void reading(long documents, long read) {
    update(s -> s.in(Phase.READ).read(documents, read));
  }

  /** So many bytes more have come from the shards. */
  void moved(long bytes) {
    update(s -> s.moved(bytes));
  }

  void joining(int ranges, int done) {
    update(s -> s.in(Phase.JOIN).ranges(ranges, done));
  }

  void replaying(int ranges, int done) {
    update(s -> s.in(Phase.REPLAY).ranges(ranges, done));
  }

  void writing(long written) {
    update(s -> s.in(Phase.WRITE).written(written));
  }

  @Override
  public void applying(Tally tally) {
    update(s -> s.in(tally.kind() == Tally.Kind.TAGGED ? Phase.TAG : Phase.DELETE).tally(tally));
  }

  @Override
  public void check() {
    if (isCancelled()) {
      throw cancelled();
    }
  }

  @Override
  public <T> ActionListener<T> untilCancelled(ActionListener<T> listener) {
    ActionListener<T> once = Answers.listener(listener::onResponse, listener::onFailure);
    waiting = once;
    if (isCancelled()) {
      once.onFailure(cancelled());
    }
    return once;
  }

  @Override
  protected void onCancelled() {
    ActionListener<?> listener = waiting;
    if (listener != null) {
      listener.onFailure(cancelled());
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
