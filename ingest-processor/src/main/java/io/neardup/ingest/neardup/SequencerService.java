// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.ClusterStateObserver;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.node.NodeClosedException;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * The homes of domains on this node, and what they ask of other nodes.
 *
 * <p>See {@code docs/design/claims.md}.
 */
public final class SequencerService extends AbstractLifecycleComponent
    implements ClusterStateListener {
  /** Asks the home of a domain. */
  static final String CLAIM = "indices:data/write/near_dup/claim";

  /** Tells the home what became of documents. */
  static final String SETTLE = "indices:data/write/near_dup/settle";

  /** Asks any node for the claims it has on their way. */
  static final String COLLECT = "indices:data/write/near_dup/collect";

  private static final Logger LOGGER = LogManager.getLogger(SequencerService.class);
  private static final TimeValue TICK = TimeValue.timeValueMillis(200);

  /** So long a home waits for a cluster state before it takes note of outcomes all the same. */
  private static final TimeValue SETTLE_PATIENCE = TimeValue.timeValueSeconds(10);

  private final Client client;
  private final ClusterService clusterService;
  private final IndicesService indicesService;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final NearDupIngestCounters counters;
  private final InFlight inFlight = new InFlight();
  private final NodeContext context;
  private final Homes homes;
  private final WindowMemory memory;
  private final ClaimClient claims;
  private final Settler settler;
  private final NodeWork work;
  private volatile Scheduler.Cancellable ticks;

  @Inject
  public SequencerService(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      IndicesService indicesService,
      ThreadPool threadPool,
      IndexNameExpressionResolver resolver,
      AutoCreateIndex autoCreate,
      NearDupIngest ingest,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters,
      WindowMemory memory) {
    this.client = client;
    this.clusterService = clusterService;
    this.indicesService = indicesService;
    this.threadPool = threadPool;
    this.domains = new Domains(resolver);
    this.counters = counters;
    this.memory = memory;
    this.work = new NodeWork(threadPool);
    this.context =
        new NodeContext(client, clusterService, transport, domains, settings, counters, memory);
    this.homes = new Homes(context);
    this.settler =
        new Settler(client, clusterService, transport, domains, inFlight, settings, counters);
    this.claims =
        new ClaimClient(client, clusterService, transport, domains, autoCreate, inFlight, settings);
    transport.registerRequestHandler(
        CLAIM,
        ThreadPool.Names.GENERIC,
        ClaimRequest::new,
        (request, channel, task) -> work.asNode(() -> claim(request, answerTo(channel))));
    transport.registerRequestHandler(
        SETTLE,
        ThreadPool.Names.GENERIC,
        SettleRequest::new,
        (request, channel, task) -> work.asNode(() -> settle(request, answerTo(channel))));
    transport.registerRequestHandler(
        COLLECT,
        ThreadPool.Names.GENERIC,
        CollectRequest::new,
        (request, channel, task) ->
            channel.sendResponse(inFlight.collect(request.spec, request.incarnation)));
    ingest.set(this);
  }

  @Override
  protected void doStart() {
    clusterService.addListener(this);
    ticks = threadPool.scheduleWithFixedDelay(this::tick, TICK, ThreadPool.Names.GENERIC);
  }

  @Override
  protected void doStop() {
    clusterService.removeListener(this);
    ticks.cancel();
    homes.close();
  }

  @Override
  protected void doClose() {}

  /** Asks for decisions, on the side of the processor. */
  ClaimClient claims() {
    return claims;
  }

  /** Tells homes what became of documents. */
  Settler settler() {
    return settler;
  }

  /** Where documents are. */
  Domains domains() {
    return domains;
  }

  ClusterState state() {
    return clusterService.state();
  }

  /** Acts in the name of whoever calls. */
  Client client() {
    return client;
  }

  /** Whether an index is part of a domain. */
  boolean contains(DomainSpec spec, String index) {
    return domains.indices(spec, state()).stream().anyMatch(part -> part.getName().equals(index));
  }

  private static <T extends TransportResponse> ActionListener<T> answerTo(
      TransportChannel channel) {
    return ActionListener.wrap(
        channel::sendResponse,
        e -> {
          try {
            channel.sendResponse(e);
          } catch (Exception inner) {
            LOGGER.debug("an answer could not be sent", inner);
          }
        });
  }

  private void claim(ClaimRequest request, ActionListener<ClaimResponse> listener) {
    long deadline = context.millis() + request.asked.left();
    whenKnown(
        request.asked.stateVersion(),
        TimeValue.timeValueMillis(request.asked.left()),
        Answers.listener(
            known -> claim(request, deadline, listener),
            e -> listener.onFailure(notHome(request, e))));
  }

  /** What others have seen of the cluster before they ask is seen here before they are answered. */
  private void whenKnown(long version, TimeValue patience, ActionListener<Void> listener) {
    ClusterStateObserver observer =
        new ClusterStateObserver(clusterService, patience, LOGGER, threadPool.getThreadContext());
    if (observer.setAndGetObservedState().version() >= version) {
      listener.onResponse(null);
      return;
    }
    observer.waitForNextChange(
        new ClusterStateObserver.Listener() {
          @Override
          public void onNewClusterState(ClusterState state) {
            // Not on the thread that applies cluster states.
            threadPool.generic().execute(() -> listener.onResponse(null));
          }

          @Override
          public void onClusterServiceClose() {
            listener.onFailure(new NodeClosedException(clusterService.localNode()));
          }

          @Override
          public void onTimeout(TimeValue timeout) {
            listener.onFailure(
                new OpenSearchTimeoutException("cluster state [" + version + "] is not here"));
          }
        },
        state -> state.version() >= version);
  }

  private void claim(ClaimRequest request, long deadline, ActionListener<ClaimResponse> listener) {
    IndexShard shard = primaryHere(request.home);
    // Whoever asks may know of a promotion before this node does.
    if (shard == null) {
      listener.onFailure(new NotHomeException("the primary of " + request.home + " is not here"));
      return;
    }
    // A shard that is no primary any more, or about to move, refuses or lets this wait.
    shard.acquirePrimaryOperationPermit(
        ActionListener.wrap(
            permit -> permitted(request, shard, deadline, permit, listener),
            e -> listener.onFailure(notHome(request, e))),
        ThreadPool.Names.GENERIC,
        request.spec.key());
  }

  private static NotHomeException notHome(ClaimRequest request, Exception e) {
    NotHomeException moved = new NotHomeException("the shard " + request.home + " has moved");
    moved.addSuppressed(e);
    return moved;
  }

  private void permitted(
      ClaimRequest request,
      IndexShard shard,
      long deadline,
      Releasable permit,
      ActionListener<ClaimResponse> listener) {
    long start = System.nanoTime();
    ActionListener<ClaimResponse> timed =
        ActionListener.runBefore(listener, () -> counters.homeTook(System.nanoTime() - start));
    // Only until the claims are made: the refresh that may follow needs a permit of its own, which
    // a relocation that waits for this one would not give. What is answered too late, after another
    // home took over, is refused by the node that asked.
    try (permit) {
      homes.claim(request, tenure(shard), deadline, timed);
    } catch (Exception e) {
      timed.onFailure(e);
    }
  }

  /** Names a primary and its term: while both stay, the home does. */
  private static String tenure(IndexShard shard) {
    return shard.routingEntry().allocationId().getId() + "@" + shard.getOperationPrimaryTerm();
  }

  private void settle(SettleRequest request, ActionListener<SettleResponse> listener) {
    Runnable settle =
        () -> {
          DomainHome home = homes.get(request.key);
          boolean isMeant =
              home == null
                  ? primaryHere(request.home) != null
                  : home.incarnation() >= request.fence;
          if (isMeant) {
            List<Long> late = home == null ? List.of() : home.settle(request.outcomes);
            listener.onResponse(new SettleResponse(late));
          } else {
            listener.onFailure(new NotHomeException(request.key + " is decided elsewhere"));
          }
        };
    // Before it is known where a document is, that index cannot be refreshed.
    whenKnown(
        request.stateVersion,
        SETTLE_PATIENCE,
        Answers.listener(known -> settle.run(), listener::onFailure));
  }

  /** Null when the primary is not on this node. */
  private IndexShard primaryHere(ShardId id) {
    IndexShard shard = indicesService.getShardOrNull(id);
    return shard != null && shard.routingEntry().primary() ? shard : null;
  }

  /** Another home cannot be told about claims of this one: it has collected them. */
  private boolean isHere(DomainHome home) {
    IndexShard shard = primaryHere(home.shard);
    return shard != null && tenure(shard).equals(home.tenure);
  }

  private void tick() {
    work.asNode(() -> homes.tick(this::isHere));
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.nodesRemoved()) {
      context.nodeLeft();
    }
  }

  /** Claims held by the homes of this node, by state. */
  public Map<String, Long> window() {
    Map<String, Long> sizes = new TreeMap<>();
    homes.all().forEach(home -> home.sizes().forEach((s, n) -> sizes.merge(s, n, Long::sum)));
    return sizes;
  }

  /** Claims of this node whose writes are on their way. */
  public int inFlight() {
    return inFlight.size();
  }

  /** Memory of all windows, in bytes. */
  public long bytes() {
    return memory.used();
  }
}
