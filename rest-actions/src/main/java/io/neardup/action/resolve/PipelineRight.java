// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ingest.SimulatePipelineAction;
import org.opensearch.action.ingest.SimulatePipelineRequest;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.transport.client.Client;

/**
 * Running a document through a named pipeline reveals what the pipeline does, and so requires the
 * same permission as {@code _ingest/pipeline/_simulate}. Security plugins check actions, so this
 * executes that action, once per request, with a pipeline that does nothing.
 */
final class PipelineRight {
  private static final BytesArray NOTHING =
      new BytesArray("{\"pipeline\":{\"processors\":[]},\"docs\":[{\"_source\":{}}]}");

  private final Client client;
  private final TaskId parent;
  private final Executor executor;
  private final List<ActionListener<?>> waiting = new ArrayList<>();
  private final List<Runnable> granted = new ArrayList<>();

  /**
   * @param executor that calls listeners
   */
  PipelineRight(Client client, TaskId parent, Executor executor) {
    this.client = client;
    this.parent = parent;
    this.executor = executor;
  }

  /**
   * Runs an action if the user has the permission, once {@link #check} has run.
   *
   * @param listener gets the failure
   */
  void require(ActionListener<?> listener, Runnable action) {
    waiting.add(listener);
    granted.add(action);
  }

  /** Checks the permission, if required. */
  void check() {
    if (waiting.isEmpty()) {
      return;
    }
    SimulatePipelineRequest request = new SimulatePipelineRequest(NOTHING, XContentType.JSON);
    request.setParentTask(parent);
    client.execute(
        SimulatePipelineAction.INSTANCE,
        request,
        Listeners.listener(
            response -> executor.execute(ActionRunnable.run(refusal(), this::grant)),
            this::refuse));
  }

  private void grant() {
    granted.forEach(Runnable::run);
  }

  private void refuse(Exception why) {
    waiting.forEach(listener -> listener.onFailure(why));
  }

  /** For an executor that rejects tasks. */
  private ActionListener<Void> refusal() {
    return Listeners.listener(done -> {}, this::refuse);
  }
}
