// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.groups.job.GroupsStatus.Phase;
import io.neardup.request.RequestTask;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;

/** A job as {@code _tasks} shows it; all that it has asked of others is cancelled with it. */
public final class GroupsTask extends RequestTask implements Progress {
  private GroupsStatus status = begun(1);

  /** What a cancelled job waits for no longer. */
  private final Set<Wait<?>> waits = ConcurrentHashMap.newKeySet();

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
    return status;
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
    Wait<T> wait = new Wait<>(listener);
    waits.add(wait);
    if (isCancelled()) {
      wait.onFailure(cancelled());
    }
    return wait;
  }

  @Override
  protected void onCancelled() {
    waits.forEach(wait -> wait.onFailure(cancelled()));
  }

  /** Over as soon as it is answered; whatever comes after that is ignored. */
  private final class Wait<T> implements ActionListener<T> {
    private final ActionListener<T> listener;

    Wait(ActionListener<T> listener) {
      this.listener = listener;
    }

    @Override
    public void onResponse(T response) {
      if (waits.remove(this)) {
        listener.onResponse(response);
      }
    }

    @Override
    public void onFailure(Exception e) {
      if (waits.remove(this)) {
        listener.onFailure(e);
      }
    }
  }

  private TaskCancelledException cancelled() {
    return new TaskCancelledException("cancelled: " + getReasonCancelled());
  }

  /** Why a job ended: if it was cancelled, what its searches failed with does not matter. */
  public Exception reason(Exception failure) {
    if (isCancelled() == false || failure instanceof TaskCancelledException) {
      return failure;
    }
    TaskCancelledException cancelled = cancelled();
    cancelled.addSuppressed(failure);
    return cancelled;
  }
}
