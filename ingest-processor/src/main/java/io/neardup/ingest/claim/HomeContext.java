// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.CollectRequest;
import io.neardup.ingest.claim.message.CollectResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.search.DomainSearch;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.Budget;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.action.admin.cluster.node.tasks.list.ListTasksResponse;
import org.opensearch.action.admin.indices.refresh.TransportShardRefreshAction;
import org.opensearch.action.bulk.BulkAction;
import org.opensearch.action.support.ActiveShardCount;
import org.opensearch.action.support.GroupedActionListener;
import org.opensearch.action.support.replication.BasicReplicationRequest;
import org.opensearch.action.support.replication.ReplicationResponse;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Randomness;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.tasks.TaskId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.seqno.GlobalCheckpointSyncAction;
import org.opensearch.tasks.TaskInfo;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ActionNotFoundTransportException;
import org.opensearch.transport.TransportRequest;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** What homes need from their node. Some of it is replaced in tests. */
class HomeContext {
  private static final TimeValue COLLECT_TIMEOUT = TimeValue.timeValueSeconds(5);

  /** Core's default timeout for an unreachable shard. */
  private static final TimeValue REFRESH_TIMEOUT = TimeValue.timeValueMinutes(1);

  private static final TimeValue TASKS_TIMEOUT = TimeValue.timeValueSeconds(2);

  private final Client client;
  private final ClusterService clusterService;
  private final TransportService transport;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final NearDupIngestSettings settings;
  private final NearDupIngestCounters counters;
  private final Budget memory;
  private final GroupPromoter promoter;
  final NodeWork work;
  private final PrimaryChecks checks = new PrimaryChecks(this);
  private volatile long nodeLeft;

  HomeContext(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      ThreadPool threadPool,
      Domains domains,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters,
      Budget memory,
      GroupPromoter promoter) {
    this.client = client;
    this.clusterService = clusterService;
    this.transport = transport;
    this.threadPool = threadPool;
    this.domains = domains;
    this.settings = settings;
    this.counters = counters;
    this.memory = memory;
    this.promoter = promoter;
    this.work = new NodeWork(threadPool);
    this.nodeLeft = millis();
  }

  /** Called when a node was lost. */
  void nodeLeft() {
    nodeLeft = millis();
  }

  /**
   * Collects the claims in flight of a domain.
   *
   * @param epoch as in {@link CollectRequest}
   * @param except nodes to skip
   * @param each gets the ephemeral id of a node and its answer; called sequentially
   * @param all called at the end with whether all nodes have answered
   */
  void collect(
      DomainSpec spec,
      long epoch,
      Set<String> except,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all) {
    List<DiscoveryNode> nodes =
        state().nodes().getNodes().values().stream()
            .filter(node -> except.contains(node.getEphemeralId()) == false)
            .toList();
    if (nodes.isEmpty()) {
      all.accept(true);
      return;
    }
    GroupedActionListener<Boolean> heard =
        new GroupedActionListener<>(
            Listeners.listener(
                told -> all.accept(told.contains(false) == false), e -> all.accept(false)),
            nodes.size());
    Object order = new Object();
    for (DiscoveryNode node : nodes) {
      ActionListener<CollectResponse> told =
          Listeners.then(
              heard,
              (response, next) -> {
                synchronized (order) {
                  each.accept(node.getEphemeralId(), response);
                }
                next.onResponse(true);
              });
      send(
          node,
          CollectRequest.ACTION,
          new CollectRequest(spec, epoch),
          COLLECT_TIMEOUT,
          CollectResponse::new,
          ActionListener.delegateResponse(told, (step, e) -> heard.onResponse(isWithoutPlugin(e))));
    }
  }

  /** Asks a node. */
  <T extends TransportResponse> void send(
      DiscoveryNode node,
      String action,
      TransportRequest request,
      TimeValue timeout,
      Writeable.Reader<T> reader,
      ActionListener<T> listener) {
    transport.sendRequest(
        node,
        action,
        request,
        TransportRequestOptions.builder().withTimeout(timeout).build(),
        new ActionListenerResponseHandler<>(listener, reader, ThreadPool.Names.GENERIC));
  }

  /** Nothing is in flight on such a node. */
  private static boolean isWithoutPlugin(Exception e) {
    return ExceptionsHelper.unwrap(e, ActionNotFoundTransportException.class) != null;
  }

  /**
   * Refreshes the primary of a shard, and its replicas if they index documents themselves. Core's
   * refresh of whole indexes sums up shard copies, so one cannot tell whether all primaries are
   * among them.
   */
  void refresh(ShardId shard, ActionListener<Void> listener) {
    BasicReplicationRequest request = new BasicReplicationRequest(shard);
    request.waitForActiveShards(ActiveShardCount.NONE);
    request.timeout(REFRESH_TIMEOUT);
    send(
        transport.getLocalNode(),
        TransportShardRefreshAction.NAME,
        request,
        REFRESH_TIMEOUT,
        ReplicationResponse::new,
        ActionListener.map(listener, response -> null));
  }

  /**
   * Fails if another copy of a shard has been promoted, or one does not answer. The primary of this
   * node is asked, if it knows of no other one.
   */
  void requirePrimary(ShardId shard, ActionListener<Void> listener) {
    checks.require(shard, listener);
  }

  /** By the cheapest request of core that a primary passes on to its copies. */
  void askCopies(ShardId shard, ActionListener<Void> listener) {
    int active = activeCopies(shard);
    // Who asked while another question was on its way has not given up by then.
    TimeValue timeout = TimeValue.timeValueMillis(settings.timeout().millis() / 4);
    GlobalCheckpointSyncAction.Request request = new GlobalCheckpointSyncAction.Request(shard);
    request.waitForActiveShards(ActiveShardCount.NONE);
    request.timeout(timeout);
    send(
        transport.getLocalNode(),
        GlobalCheckpointSyncAction.ACTION_NAME,
        request,
        timeout,
        ReplicationResponse::new,
        ActionListener.map(
            listener,
            response -> {
              ReplicationResponse.ShardInfo copies = response.getShardInfo();
              // A copy that is where it was not before does not count as failed.
              if (copies.getFailed() > 0 || copies.getSuccessful() < active) {
                throw new IllegalStateException(
                    "not all copies of " + shard + " follow: " + copies);
              }
              return null;
            }));
  }

  /** How many have to answer: with a remote translog, core asks none of them. */
  private int activeCopies(ShardId shard) {
    ClusterState state = state();
    IndexMetadata index = state.metadata().index(shard.getIndex());
    return index == null
            || state.routingTable().hasIndex(shard.getIndex()) == false
            || IndexMetadata.INDEX_REMOTE_STORE_ENABLED_SETTING.get(index.getSettings())
        ? 0
        : state.routingTable().shardRoutingTable(shard).activeShards().size();
  }

  /** Gives groups the canonical that they should have. */
  GroupPromoter promoter() {
    return promoter;
  }

  /**
   * Answers whether writes sent by a lost node are still in progress on another node: whatever a
   * node writes through another one is a child task of one of its own tasks.
   */
  void orphans(ActionListener<Boolean> listener) {
    client
        .admin()
        .cluster()
        .prepareListTasks()
        .setActions(BulkAction.NAME + "*")
        .setTimeout(TASKS_TIMEOUT)
        .execute(
            within(
                2 * TASKS_TIMEOUT.millis(), ActionListener.map(listener, tasks -> orphans(tasks))));
  }

  private boolean orphans(ListTasksResponse tasks) {
    if (tasks.getNodeFailures().isEmpty() == false || tasks.getTaskFailures().isEmpty() == false) {
      throw new IllegalStateException(
          "not all nodes reported their" + " tasks: " + tasks.getNodeFailures());
    }
    ClusterState state = state();
    for (TaskInfo task : tasks.getTasks()) {
      TaskId parent = task.getParentTaskId();
      if (parent.isSet() && state.nodes().nodeExists(parent.getNodeId()) == false) {
        return true;
      }
    }
    return false;
  }

  /** Acts as the node, not as the user. */
  Client client() {
    return client;
  }

  ClusterState state() {
    return clusterService.state();
  }

  Domains domains() {
    return domains;
  }

  NearDupIngestSettings settings() {
    return settings;
  }

  NearDupIngestCounters counters() {
    return counters;
  }

  /**
   * Searches the indexes that a domain has now.
   *
   * @param millis after which a search is cancelled
   */
  DomainSearch search(DomainSpec spec, long millis) {
    return search(spec, domains().indices(spec, state()), millis);
  }

  /** The same of these indexes. */
  DomainSearch search(DomainSpec spec, List<Index> indices, long millis) {
    return new DomainSearch(
        client(),
        spec,
        domains().fields(),
        indices.stream().map(Index::getName).toList(),
        TimeValue.timeValueMillis(millis));
  }

  /** Monotonic milliseconds. */
  long millis() {
    return threadPool.relativeTimeInMillis();
  }

  /** Milliseconds since the epoch. */
  long wallMillis() {
    return System.currentTimeMillis();
  }

  /** A random number that no other home has. */
  long random() {
    return Randomness.get().nextLong();
  }

  /**
   * Milliseconds since a node was lost, or since this one started, which cannot know of earlier
   * losses.
   */
  long sinceNodeLeft() {
    return millis() - nodeLeft;
  }

  /** Runs something after a short pause. */
  void later(Runnable task) {
    work.later(task);
  }

  /** Fails a listener that is not answered within this many milliseconds. */
  <T> ActionListener<T> within(long millis, ActionListener<T> listener) {
    return Listeners.within(millis, threadPool, listener);
  }

  /** The node's share of memory. */
  Budget memory() {
    return memory;
  }
}
