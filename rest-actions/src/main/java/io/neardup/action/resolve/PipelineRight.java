// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.Answers;
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
 * To run a document through a pipeline by its name tells what that pipeline does, and so needs the
 * right that {@code _ingest/pipeline/_simulate} needs. Whoever checks rights checks actions: so
 * that action is executed, once for a request, with a pipeline that does nothing.
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
   * @param executor on which listeners are told
   */
  PipelineRight(Client client, TaskId parent, Executor executor) {
    this.client = client;
    this.parent = parent;
    this.executor = executor;
  }

  /**
   * Does something if the right is there, once there has been a {@link #check}.
   *
   * @param listener told why not
   */
  void require(ActionListener<?> listener, Runnable action) {
    waiting.add(listener);
    granted.add(action);
  }

  /** Checks, if anybody requires it. */
  void check() {
    if (waiting.isEmpty()) {
      return;
    }
    SimulatePipelineRequest request = new SimulatePipelineRequest(NOTHING, XContentType.JSON);
    request.setParentTask(parent);
    client.execute(
        SimulatePipelineAction.INSTANCE,
        request,
        Answers.listener(
            response -> executor.execute(ActionRunnable.run(refusal(), this::grant)),
            this::refuse));
  }

  private void grant() {
    granted.forEach(Runnable::run);
  }

  private void refuse(Exception why) {
    waiting.forEach(listener -> listener.onFailure(why));
  }

  /** For an executor that has no room. */
  private ActionListener<Void> refusal() {
    return Answers.listener(done -> {}, this::refuse);
  }
}
