// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.RepairResponse.Figures;
import io.neardup.groups.job.FollowingTask;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.RepairRequest;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.request.Listeners;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
  private final NodeClient client;
  private final ClusterService clusterService;
  private final ThreadPool threadPool;
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
    this.client = client;
    this.clusterService = clusterService;
    this.threadPool = threadPool;
    this.resolver = resolver;
    this.ingest = ingest;
    this.settings = settings;
  }

  @Override
  protected void doExecute(
      Task task, RepairRequest request, ActionListener<RepairResponse> listener) {
    FollowingTask repair = (FollowingTask) task;
    Listeners.begin(
        listener,
        next -> {
          Set<String> indices =
              Set.of(resolver.concreteIndexNames(clusterService.state(), request));
          if (indices.isEmpty()) {
            next.onResponse(new RepairResponse(0, Figures.NONE));
          } else {
            new Repair(request, repair, indices).run(next);
          }
        });
  }

  private final class Repair {
    private final RepairRequest request;
    private final FollowingTask task;
    private final TaskId parent;
    private final Set<String> indices;
    private final OrphanedGroups groups;
    private final long start = System.nanoTime();
    private Figures figures = Figures.NONE;

    /** Where the next page begins; null for the first. */
    private Map<String, Object> after;

    Repair(RepairRequest request, FollowingTask task, Set<String> indices) {
      this.request = request;
      this.task = task;
      this.parent = new TaskId(clusterService.localNode().getId(), task.getId());
      this.indices = indices;
      String targetField =
          StoredDecider.of(
                  ingest,
                  request.field(),
                  request.maxDistance(),
                  request.scope(),
                  request.targetField(),
                  indices)
              .targetField();
      this.groups = new OrphanedGroups(client, request, targetField, settings.pageSize(), parent);
    }

    void run(ActionListener<RepairResponse> listener) {
      ActionListener<Void> pages =
          Listeners.then(
              listener,
              (found, next) ->
                  Listeners.repeat(
                      Listeners.then(next, (done, last) -> last.onResponse(response())),
                      this::page));
      // Whatever a job would be refused for, such as rights, is found out before any search.
      decide(
          new MatchNoneQueryBuilder(),
          Listeners.then(
              pages, (nothing, next) -> new Refresh(client, threadPool).run(indices, next)));
    }

    private void page(ActionListener<Boolean> listener) {
      groups.next(
          after,
          Listeners.then(
              listener,
              (page, next) -> {
                figures = figures.found(page.size(), page.orphaned().size());
                after = page.after();
                ActionListener<Void> then = ActionListener.map(next, mended -> after != null);
                if (page.orphaned().isEmpty()) {
                  then.onResponse(null);
                } else {
                  decide(groups.members(page.orphaned()), then);
                }
              }));
    }

    private void decide(QueryBuilder members, ActionListener<Void> listener) {
      GroupsRequest job = request.decide(members);
      job.setParentTask(parent);
      Task deciding =
          client.executeLocally(
              GroupsAction.INSTANCE,
              job,
              Listeners.then(
                  listener,
                  (answer, next) -> {
                    figures = figures.mended(answer.tally());
                    next.onResponse(null);
                  }));
      task.follow((GroupsTask) deciding);
    }

    private RepairResponse response() {
      return new RepairResponse(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), figures);
    }
  }
}
