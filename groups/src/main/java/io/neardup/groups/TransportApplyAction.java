// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.dest.DestRights;
import io.neardup.groups.dest.DestState;
import io.neardup.groups.job.FollowingTask;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.request.ApplyRequest;
import io.neardup.groups.request.GroupsRequest;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Has a job do what records say, as the user who asks: the job is about the indexes that the
 * request in {@code dest} names, so that it is checked what the user may read and write there.
 */
public final class TransportApplyAction extends TransportAction<ApplyRequest, GroupsResponse> {
  private final JobNode node;
  private final NodeClient client;
  private final NamedXContentRegistry registry;

  @Inject
  public TransportApplyAction(
      TransportService transportService,
      ActionFilters actionFilters,
      NodeClient client,
      NamedXContentRegistry registry,
      TransportGroupsAction groups) {
    super(ApplyAction.NAME, actionFilters, transportService.getTaskManager());
    this.node = groups.node();
    this.client = client;
    this.registry = registry;
  }

  @Override
  protected void doExecute(
      Task task, ApplyRequest request, ActionListener<GroupsResponse> listener) {
    node.threadPool()
        .generic()
        .execute(ActionRunnable.supply(listener, () -> run(request, (FollowingTask) task)));
  }

  private GroupsResponse run(ApplyRequest request, FollowingTask task) {
    String dest = request.dest();
    TaskId parent = new TaskId(node.clusterService().localNode().getId(), task.getId());
    new DestRights(node, dest, task, parent).require();
    GroupsRequest job =
        DestState.finished(node.clusterService().state(), dest).request(dest, registry);
    job.apply(request.kind(), request.requestsPerSecond());
    job.setParentTask(parent);
    return task.awaitLong(
        answer ->
            task.follow((GroupsTask) client.executeLocally(GroupsAction.INSTANCE, job, answer)));
  }
}
