// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.dest.DestState;
import io.neardup.groups.job.FollowingTask;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.ResumeRequest;
import io.neardup.request.Listeners;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Asks again what {@code dest} says was asked, as the user who resumes: so that it is checked what
 * they may read and write, as if they had asked themselves.
 */
public final class TransportResumeAction
    extends HandledTransportAction<ResumeRequest, GroupsResponse> {
  private final NodeClient client;
  private final ClusterService clusterService;
  private final NamedXContentRegistry registry;

  @Inject
  public TransportResumeAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      NamedXContentRegistry registry) {
    super(ResumeAction.NAME, transportService, actionFilters, ResumeRequest::new);
    this.client = client;
    this.clusterService = clusterService;
    this.registry = registry;
  }

  @Override
  protected void doExecute(
      Task task, ResumeRequest request, ActionListener<GroupsResponse> listener) {
    Listeners.begin(
        listener,
        next -> {
          String dest = request.dest();
          GroupsRequest again =
              DestState.unfinished(clusterService.state(), dest).request(dest, registry);
          again.resume(request.requestsPerSecond());
          again.setParentTask(clusterService.localNode().getId(), task.getId());
          Task job = client.executeLocally(GroupsAction.INSTANCE, again, next);
          ((FollowingTask) task).follow((GroupsTask) job);
        });
  }
}
