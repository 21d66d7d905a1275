// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import io.neardup.request.RequestTask;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;

/**
 * The task of work that one thread does from top to bottom: it asks the server, and reads the
 * answer in the next line. What is asked is answered to a future that the thread waits for. The
 * wait ends when the task is cancelled, and has a deadline, so that no thread is lost to a question
 * that nobody answers. The thread is one of the pool {@code generic} or of the joins, never one
 * that answers come in on.
 */
public class WaitingTask extends RequestTask {
  /** Longer than any one request takes. */
  private static final TimeValue DEADLINE = TimeValue.timeValueMinutes(30);

  /** Longer than any work takes for a task, which ends by itself or when that is cancelled. */
  private static final TimeValue LONG_DEADLINE = TimeValue.timeValueDays(7);

  /** What a cancelled task waits for no longer. */
  private final Set<PlainActionFuture<?>> open = ConcurrentHashMap.newKeySet();

  /** The arguments of {@code createTask}, with a description. */
  public WaitingTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  /**
   * Something that is asked.
   *
   * @param <T> the answer
   */
  @FunctionalInterface
  public interface Question<T> {
    /** Asks; whatever it throws is the failure of whoever waits. */
    void ask(ActionListener<T> listener) throws Exception;
  }

  /**
   * What was asked, and is waited for later: meanwhile the thread does something else.
   *
   * @param <T> the answer
   */
  public final class Answer<T> {
    private final PlainActionFuture<T> future = PlainActionFuture.newFuture();

    private Answer(Question<T> question, boolean untilCancelled) {
      if (untilCancelled) {
        checkCancelled();
        open.add(future);
      }
      if (untilCancelled && isCancelled()) {
        future.onFailure(cancelled());
        return;
      }
      try {
        question.ask(future);
      } catch (Exception e) {
        future.onFailure(e);
      }
    }

    /** The answer; throws what the question failed with, or that the task was cancelled. */
    public T get() {
      return get(DEADLINE);
    }

    private T get(TimeValue deadline) {
      try {
        return future.actionGet(deadline);
      } catch (OpenSearchTimeoutException e) {
        throw new OpenSearchStatusException(
            "the server has not answered within [{}]; ask again",
            RestStatus.GATEWAY_TIMEOUT,
            e,
            deadline);
      } finally {
        open.remove(future);
      }
    }
  }

  /** Asks, and waits for the answer. */
  public final <T> T await(Question<T> question) {
    return ask(question).get();
  }

  /** The same for work of other nodes, which may take hours. */
  public final <T> T awaitLong(Question<T> question) {
    return ask(question).get(LONG_DEADLINE);
  }

  /** Asks, and goes on. */
  public final <T> Answer<T> ask(Question<T> question) {
    return new Answer<>(question, true);
  }

  /** Asks, and waits even if the task is cancelled: for what must not be left half done. */
  public final <T> T awaitAnyway(Question<T> question) {
    return askAnyway(question).get();
  }

  /** The same for work of this node, which may take hours, and ends when the task is cancelled. */
  public final <T> T awaitWork(Question<T> question) {
    return askAnyway(question).get(LONG_DEADLINE);
  }

  /** Asks, and goes on; the answer is waited for even if the task is cancelled. */
  public final <T> Answer<T> askAnyway(Question<T> question) {
    return new Answer<>(question, false);
  }

  /** Waits for so long, or until the task is cancelled. */
  public final void pause(long nanos) {
    PlainActionFuture<Void> over = PlainActionFuture.newFuture();
    open.add(over);
    try {
      checkCancelled();
      over.actionGet(TimeValue.timeValueNanos(nanos));
    } catch (OpenSearchTimeoutException e) {
      // As long as it was to be.
    } finally {
      open.remove(over);
    }
  }

  @Override
  protected void onCancelled() {
    open.forEach(future -> future.onFailure(cancelled()));
  }

  /** Why the work ended: if it was cancelled, what its questions failed with does not matter. */
  public final Exception reason(Exception failure) {
    if (isCancelled() == false || failure instanceof TaskCancelledException) {
      return failure;
    }
    TaskCancelledException cancelled = cancelled();
    cancelled.addSuppressed(failure);
    return cancelled;
  }
}
