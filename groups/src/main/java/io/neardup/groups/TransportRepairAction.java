// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.OrphanedGroups.Page;
import io.neardup.groups.RepairResponse.Figures;
import io.neardup.groups.job.FollowingTask;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.RepairRequest;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.StoredDecider;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.index.query.MatchNoneQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Looks for groups that have lost their canonical, and has a job decide their members anew, in the
 * order of their decisions: the first one leads the group from then on.
 */
public final class TransportRepairAction
    extends HandledTransportAction<RepairRequest, RepairResponse> {
  private final ClusterService clusterService;
  private final ThreadPool threadPool;
  private final NodeClient client;
  private final IndexNameExpressionResolver resolver;
  private final NearDupIngest ingest;
  private final GroupsSettings settings;

  @Inject
  public TransportRepairAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      ThreadPool threadPool,
      NodeClient client,
      IndexNameExpressionResolver resolver,
      NearDupIngest ingest,
      GroupsSettings settings) {
    super(RepairAction.NAME, transportService, actionFilters, RepairRequest::new);
    this.clusterService = clusterService;
    this.threadPool = threadPool;
    this.client = client;
    this.resolver = resolver;
    this.ingest = ingest;
    this.settings = settings;
  }

  @Override
  protected void doExecute(
      Task task, RepairRequest request, ActionListener<RepairResponse> listener) {
    threadPool
        .generic()
        .execute(ActionRunnable.supply(listener, () -> run(request, (FollowingTask) task)));
  }

  private RepairResponse run(RepairRequest request, FollowingTask task) {
    long start = System.nanoTime();
    RemoteIndexes.requireNone(request.decide(new MatchNoneQueryBuilder()));
    Set<String> indices = Set.of(resolver.concreteIndexNames(clusterService.state(), request));
    Figures figures = Figures.NONE;
    if (indices.isEmpty() == false) {
      TaskId parent = new TaskId(clusterService.localNode().getId(), task.getId());
      StoredDecider decider =
          StoredDecider.of(
              ingest,
              request.field(),
              request.maxDistance(),
              request.scope(),
              request.targetField(),
              indices);
      // Whatever a job would be refused for, such as rights, is found out before any search.
      decide(request, task, parent, new MatchNoneQueryBuilder());
      new Refresh(client, threadPool, task).run(indices);
      OrphanedGroups groups =
          new OrphanedGroups(
              client,
              clusterService,
              settings.pageSize(),
              request,
              task,
              parent,
              indices,
              decider.targetField());
      Map<String, Object> after = null;
      do {
        Page page = groups.next(after);
        figures = figures.found(page.size(), page.orphaned().size());
        if (page.orphaned().isEmpty() == false) {
          figures =
              figures.mended(
                  decide(request, task, parent, groups.members(page.orphaned())).tally());
        }
        after = page.after();
      } while (after != null);
      long removable = groups.removable();
      if (removable > 0) {
        figures = figures.left(removable);
        task.<Void>awaitLong(decider::recover);
      }
    }
    return new RepairResponse(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), figures);
  }

  private GroupsResponse decide(
      RepairRequest request, FollowingTask task, TaskId parent, QueryBuilder members) {
    GroupsRequest job = request.decide(members);
    job.setParentTask(parent);
    return task.awaitLong(
        listener ->
            task.follow((GroupsTask) client.executeLocally(GroupsAction.INSTANCE, job, listener)));
  }
}
