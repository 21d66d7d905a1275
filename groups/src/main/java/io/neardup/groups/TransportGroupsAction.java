// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.action.DocumentRights;
import io.neardup.groups.dest.DestIndex;
import io.neardup.groups.dest.DestRights;
import io.neardup.groups.dest.DestState;
import io.neardup.groups.job.GroupsBudget;
import io.neardup.groups.job.GroupsSettings;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.job.JobNode;
import io.neardup.groups.job.OpenIndexes;
import io.neardup.groups.job.WaitingTask;
import io.neardup.groups.job.Work;
import io.neardup.groups.join.DistributedJoin;
import io.neardup.groups.join.JoinRequest;
import io.neardup.groups.join.RangeWorker;
import io.neardup.groups.pit.Moment;
import io.neardup.groups.request.Action;
import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import io.neardup.ingest.neardup.NearDupIngest;
import io.neardup.request.ClusterNames;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction;
import java.util.Set;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.ActionType;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ExecutorBuilder;
import org.opensearch.threadpool.FixedExecutorBuilder;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/** Runs jobs on the node that was asked, as many at a time as it may. */
public final class TransportGroupsAction extends TransportAction<GroupsRequest, GroupsResponse> {
  /** The name that a role grants; the action group {@code read} contains it. */
  public static final String NAME = "indices:data/read/near_dup/groups";

  public static final ActionType<GroupsResponse> INSTANCE = LocalAction.of(NAME);

  private static final int THREADS_QUEUE = 64;

  private final JobNode node;
  private final NodeClient client;
  private final NamedXContentRegistry contents;
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
      NamedXContentRegistry contents,
      NearDupIngest ingest,
      OpenIndexes indexes,
      IndexNameExpressionResolver resolver) {
    super(NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.contents = contents;
    this.resolver = resolver;
    GroupsSettings settings = new GroupsSettings(clusterService.getClusterSettings());
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
            ingest,
            indexes);
    transportService.registerRequestHandler(
        DistributedJoin.ACTION,
        JobNode.THREADS,
        JoinRequest::new,
        (range, channel, task) ->
            ActionRunnable.supply(
                    new ChannelActionListener<>(channel, DistributedJoin.ACTION, range),
                    () -> new RangeWorker(node, range, (WaitingTask) task).run())
                .run());
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
        Listeners.listener(
            listener::onResponse,
            e -> listener.onFailure(job.reason(Explained.failure(request, e))));
    node.threadPool().generic().execute(ActionRunnable.supply(explaining, () -> run(job, request)));
  }

  /** On a thread of its own: as many as jobs may run at a time. */
  private GroupsResponse run(GroupsTask task, GroupsRequest request) {
    if (request.isAboutDest()) {
      return runAgain(task, request);
    }
    RemoteIndexes.requireNone(request);
    Job job = new Job(node, request, task);
    DestIndex dest = request.dest() == null ? null : requireDest(job);
    node.budget().begin();
    try {
      if (request.action() == Action.REPAIR) {
        String[] repaired = concrete(request);
        DocumentRights.requireWhole(
            resolver, node.clusterService().state(), request.indices(), repaired);
        return new Repair(job).run(repaired);
      }
      request.leaveOutDest(resolver, node.clusterService().state());
      boolean remote = ClusterNames.areRemote(request.indices());
      Set<String> readable = remote ? Set.of() : Set.of(concrete(request));
      RecordedChanges recorded = dest == null ? null : recorded(job, dest);
      if (recorded != null) {
        return recorded.run(readable);
      }
      if (request.isResumed() && remote == false && readable.isEmpty()) {
        ClusterState state = node.clusterService().state();
        DestState.unfinished(state, dest.name()).requireSameIndexes(state, readable);
      }
      if (request.isResumed() == false
          && (remote ? RemoteIndexes.countShards(job) == 0 : readable.isEmpty())) {
        // Core makes no point in time of no index.
        return GroupsResponse.NOTHING;
      }
      new Moment(job, contents).fix();
      return new Attempts(job, dest, resolver).run();
    } finally {
      node.budget().end();
    }
  }

  /** What records are written to: the user may, and nobody else does from now on. */
  private DestIndex requireDest(Job job) {
    DestIndex dest = new DestIndex(job);
    dest.requireRights();
    dest.requireIndex();
    requireNone(dest.name(), job.task());
    return dest;
  }

  private void requireNone(String dest, GroupsTask self) {
    new RunningJobs(node.client(), node.clusterService(), node.threadPool())
        .requireNone(dest, self);
  }

  /** What the records that are in {@code dest} are enough for; null if documents are compared. */
  private @Nullable RecordedChanges recorded(Job job, DestIndex dest) {
    GroupsRequest request = job.request();
    ClusterState state = node.clusterService().state();
    if (request.isApplied()) {
      return new RecordedChanges(job, dest, DestState.finished(state, dest.name()));
    }
    if (request.isResumed() == false) {
      return null;
    }
    DestState earlier = DestState.unfinished(state, dest.name());
    if (RecordedChanges.goesOn(request, earlier)) {
      return new RecordedChanges(job, dest, earlier);
    }
    if (request.action() == Action.TAG) {
      // What the earlier attempt has written into documents is to be read.
      job.refresh(earlier.sources().keySet());
    }
    return null;
  }

  /**
   * Asks again what {@code dest} says was asked, as the user who asks now: so that it is checked
   * what they may read and write, as if they had asked for all of it themselves.
   */
  private GroupsResponse runAgain(GroupsTask task, GroupsRequest request) {
    String dest = request.dest();
    new DestRights(new Work(node, task), dest).require();
    requireNone(dest, task);
    ClusterState state = node.clusterService().state();
    DestState earlier =
        request.isResumed() ? DestState.unfinished(state, dest) : DestState.finished(state, dest);
    GroupsRequest again = earlier.request(dest, contents);
    if (request.isResumed() && RecordedChanges.goesOn(again, earlier) == false) {
      earlier.requireQueries(dest);
    }
    again.askedAgain(request);
    again.setParentTask(node.clusterService().localNode().getId(), task.getId());
    return task.awaitLong(
        listener -> task.follow((GroupsTask) client.executeLocally(INSTANCE, again, listener)));
  }

  private String[] concrete(GroupsRequest request) {
    return resolver.concreteIndexNames(node.clusterService().state(), request);
  }
}
