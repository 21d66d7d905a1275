// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.dest.DestState;
import io.neardup.groups.job.GroupsBudget;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.join.DistributedJoin;
import io.neardup.groups.join.JoinRequest;
import io.neardup.groups.join.RangeWorker;
import io.neardup.groups.pit.Refresh;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.request.Listeners;
import java.util.Arrays;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.HandledTransportAction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.tasks.CancellableTask;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.FixedExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/** Runs jobs on the node that was asked, as many at a time as it may. */
public final class TransportGroupsAction
    extends HandledTransportAction<GroupsRequest, GroupsResponse> {
  private static final int THREADS_QUEUE = 64;

  private final JobNode node;
  private final IndexNameExpressionResolver resolver;

  @Inject
  public TransportGroupsAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      ThreadPool threadPool,
      NodeClient client,
      CircuitBreakerService breakers,
      NamedWriteableRegistry registry,
      GroupsSettings settings,
      NearDupIngest ingest,
      IndexNameExpressionResolver resolver) {
    super(GroupsAction.NAME, transportService, actionFilters, GroupsRequest::new);
    this.resolver = resolver;
    GroupsBudget budget = new GroupsBudget(settings, breakers.getBreaker(CircuitBreaker.REQUEST));
    this.node =
        new JobNode(
            client,
            transportService,
            clusterService,
            threadPool,
            registry,
            settings,
            budget,
            ingest);
    transportService.registerRequestHandler(
        DistributedJoin.ACTION,
        JobNode.THREADS,
        JoinRequest::new,
        (request, channel, task) ->
            new RangeWorker(node, request, (CancellableTask) task)
                .run(new ChannelActionListener<>(channel, DistributedJoin.ACTION, request)));
  }

  /** The pool, for the plugin to register. */
  public static ExecutorBuilder<?> threads(Settings settings) {
    return new FixedExecutorBuilder(
        settings, JobNode.THREADS, 1, THREADS_QUEUE, "thread_pool." + JobNode.THREADS);
  }

  @Override
  protected void doExecute(
      Task task, GroupsRequest request, ActionListener<GroupsResponse> listener) {
    GroupsTask job = (GroupsTask) task;
    ActionListener<GroupsResponse> explaining =
        Listeners.listener(listener::onResponse, e -> listener.onFailure(job.reason(e)));
    Listeners.begin(
        explaining,
        next -> {
          if (request.dest() == null) {
            begin(job, request, next);
          } else {
            new RunningJobs(node.client(), node.clusterService(), node.threadPool())
                .requireNone(
                    request.dest(),
                    job,
                    Listeners.then(next, (none, then) -> begin(job, request, then)));
          }
        });
  }

  private void begin(
      GroupsTask task, GroupsRequest request, ActionListener<GroupsResponse> listener) {
    node.budget().begin();
    ActionListener<GroupsResponse> ending = ActionListener.runBefore(listener, node.budget()::end);
    Listeners.begin(ending, next -> run(task, request, next));
  }

  /** Whether patterns match no index, of which core makes no point in time. */
  private boolean isAboutNothing(GroupsRequest request) {
    return Arrays.stream(request.indices()).noneMatch(name -> name.indexOf(':') >= 0)
        && resolver.concreteIndexNames(node.clusterService().state(), request).length == 0;
  }

  private void run(
      GroupsTask task, GroupsRequest request, ActionListener<GroupsResponse> listener) {
    if (request.isResumed() == false) {
      if (isAboutNothing(request)) {
        listener.onResponse(GroupsResponse.NOTHING);
      } else {
        new Attempts(node, request, task).run(listener);
      }
      return;
    }
    // Not before it is known that nobody else changes it.
    DestState state = DestState.unfinished(node.clusterService().state(), request.dest());
    if (ResumedDeletion.goesOn(request, state)) {
      new ResumedDeletion(node, request, task, state).run(listener);
    } else {
      // What the earlier attempt has written into documents is to be read.
      new Refresh(node.client(), node.threadPool())
          .run(
              state.sources().keySet(),
              Listeners.then(
                  listener, (found, next) -> new Attempts(node, request, task).run(next)));
    }
  }
}
