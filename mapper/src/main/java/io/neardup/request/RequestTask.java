// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentHelper;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.RawTaskStatus;
import org.opensearch.tasks.Task;

/** The task of a request that can be cancelled together with its child tasks. */
public class RequestTask extends CancellableTask {
  /** The arguments of {@code createTask}, with a description. */
  public RequestTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers) {
    super(id, type, action, description, parentTaskId, headers);
  }

  /** The same, to be cancelled after a time; null for the cluster's default. */
  public RequestTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parentTaskId,
      Map<String, String> headers,
      @Nullable TimeValue cancelAfter) {
    super(id, type, action, description, parentTaskId, headers, cancelAfter);
  }

  /**
   * Ends work of this task that was cancelled; to be called every few milliseconds.
   *
   * @throws TaskCancelledException if it was
   */
  public final void checkCancelled() {
    if (isCancelled()) {
      throw cancelled();
    }
  }

  /** That it was cancelled, and why. */
  protected final TaskCancelledException cancelled() {
    return new TaskCancelledException("cancelled: " + getReasonCancelled());
  }

  /** A status that needs no format of its own on its way to other nodes. */
  protected static Task.Status shown(ToXContentObject status) {
    try {
      return new RawTaskStatus(
          XContentHelper.toXContent(
              status, MediaTypeRegistry.JSON, ToXContentObject.EMPTY_PARAMS, false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean shouldCancelChildrenOnCancellation() {
    return true;
  }
}
