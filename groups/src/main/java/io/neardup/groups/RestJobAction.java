// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.request.JobRequest;
import org.opensearch.action.ActionType;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.rest.action.RestToXContentListener;
import org.opensearch.tasks.LoggingTaskListener;
import org.opensearch.tasks.Task;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Starts a job, and answers when it has ended or, if nobody waits for that, at once with its task.
 *
 * @param <R> the answer
 */
abstract class RestJobAction<R extends ActionResponse & ToXContentObject> extends BaseRestHandler {
  /**
   * Reads what is asked for.
   *
   * @throws IllegalArgumentException or ParsingException (HTTP 400) naming the parameter
   */
  abstract JobRequest read(RestRequest request);

  abstract ActionType<R> action();

  @Override
  protected final RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    boolean await = request.paramAsBoolean("wait_for_completion", true);
    JobRequest job = read(request);
    if (await) {
      return channel ->
          new RestCancellableNodeClient(client, request.getHttpChannel())
              .execute(action(), job, new RestToXContentListener<>(channel));
    }
    job.storeResult();
    return channel -> {
      Task task = client.executeLocally(action(), job, LoggingTaskListener.instance());
      try (XContentBuilder builder = channel.newBuilder()) {
        builder
            .startObject()
            .field("task", new TaskId(client.getLocalNodeId(), task.getId()).toString())
            .endObject();
        channel.sendResponse(new BytesRestResponse(RestStatus.OK, builder));
      }
    };
  }
}
