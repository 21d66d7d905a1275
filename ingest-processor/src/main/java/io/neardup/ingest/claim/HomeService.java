// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.claim.message.CollectRequest;
import io.neardup.ingest.claim.message.SettleRequest;
import io.neardup.ingest.claim.message.SettleResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.request.AwaitedState;
import io.neardup.request.Listeners;
import io.neardup.sequencer.Decision;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.support.ChannelActionListener;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.IndexService;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** The homes on this node: answers requests of other nodes to them, and sends those of this one. */
public final class HomeService implements ClusterStateListener {
  private static final Logger LOGGER = LogManager.getLogger(HomeService.class);

  private static final TimeValue TICK = TimeValue.timeValueMillis(200);

  /** How long a home waits for a cluster state before it records outcomes anyway. */
  private static final TimeValue SETTLE_PATIENCE = TimeValue.timeValueSeconds(10);

  /** Between looks for indexes without a home. */
  private static final long LOOK_MILLIS = 2_000;

  /** How long shards may need until they are what the cluster state says. */
  private static final long PATIENCE_MILLIS = 60_000;

  private final ClusterService clusterService;
  private final IndicesService indicesService;
  private final ThreadPool threadPool;
  private final NearDupIngestCounters counters;
  private final HomeContext context;
  private final Homes homes;
  private final ClaimClient claims;
  private final OutcomeReporter reporter;
  private final Function<ClusterState, Function<String, List<DomainSpec>>> piped;
  private volatile Scheduler.Cancellable ticks;
  private long looked;

  /** The last change of the cluster; null before the first one. */
  private volatile ClusterState known;

  private volatile long changed;

  /**
   * Registers the handlers of requests.
   *
   * @param inFlight claims of this node, which homes elsewhere collect
   * @param piped of a state, the domains that an index belongs to by its own pipeline
   */
  public HomeService(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      IndicesService indicesService,
      Domains domains,
      InFlight inFlight,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters,
      WindowMemory memory,
      GroupPromoter promoter,
      Function<ClusterState, Function<String, List<DomainSpec>>> piped) {
    this.piped = piped;
    this.clusterService = clusterService;
    this.indicesService = indicesService;
    this.threadPool = transport.getThreadPool();
    this.counters = counters;
    this.context =
        new HomeContext(
            client,
            clusterService,
            transport,
            threadPool,
            domains,
            settings,
            counters,
            memory,
            promoter);
    this.homes = new Homes(context);
    this.claims = new ClaimClient(context, inFlight);
    this.reporter = new OutcomeReporter(context, inFlight);
    transport.registerRequestHandler(
        ClaimRequest.ACTION,
        ThreadPool.Names.GENERIC,
        ClaimRequest::new,
        (request, channel, task) ->
            context.work.asNode(
                () ->
                    claim(
                        request,
                        new ChannelActionListener<>(channel, ClaimRequest.ACTION, request))));
    transport.registerRequestHandler(
        SettleRequest.ACTION,
        ThreadPool.Names.GENERIC,
        SettleRequest::new,
        (request, channel, task) ->
            context.work.asNode(
                () ->
                    settle(
                        request,
                        new ChannelActionListener<>(channel, SettleRequest.ACTION, request))));
    transport.registerRequestHandler(
        CollectRequest.ACTION,
        ThreadPool.Names.GENERIC,
        CollectRequest::new,
        (request, channel, task) ->
            channel.sendResponse(inFlight.collect(request.spec, request.epoch)));
  }

  /** Starts to run the homes' periodic work. */
  public void start() {
    clusterService.addListener(this);
    ticks = threadPool.scheduleWithFixedDelay(this::tick, TICK, ThreadPool.Names.GENERIC);
  }

  /** Stops deciding. */
  public void stop() {
    clusterService.removeListener(this);
    ticks.cancel();
    homes.close();
  }

  /** Gets decisions from homes, here or elsewhere. */
  public ClaimClient claims() {
    return claims;
  }

  /** Reports outcomes to homes, here or elsewhere. */
  public OutcomeReporter reporter() {
    return reporter;
  }

  private void claim(ClaimRequest request, ActionListener<ClaimResponse> listener) {
    long deadline = context.millis() + request.asked.left();
    whenKnown(
        request.asked.stateVersion(),
        TimeValue.timeValueMillis(request.asked.left()),
        Listeners.listener(
            known -> claim(request, deadline, listener),
            e -> listener.onFailure(notHome(request, e))));
  }

  /** Answers once this node has the cluster state that the sender had. */
  private void whenKnown(long version, TimeValue patience, ActionListener<Void> listener) {
    AwaitedState.await(
        clusterService,
        threadPool,
        state -> state.version() >= version,
        patience,
        Listeners.then(
            listener,
            (here, next) -> {
              if (here == false) {
                throw new OpenSearchTimeoutException("cluster state [" + version + "] is not here");
              }
              next.onResponse(null);
            }));
  }

  private void claim(ClaimRequest request, long deadline, ActionListener<ClaimResponse> listener) {
    IndexShard shard = primaryHere(request.home);
    // The sender may know of a promotion before this node does.
    if (shard == null) {
      listener.onFailure(
          new IllegalStateException("the primary of " + request.home + " is not here"));
      return;
    }
    // A shard that is no longer the primary rejects this; one that is about to move delays it.
    shard.acquirePrimaryOperationPermit(
        Listeners.listener(
            permit -> permitted(request, shard, deadline, permit, listener),
            e -> listener.onFailure(notHome(request, e))),
        ThreadPool.Names.GENERIC,
        request.spec.key());
  }

  private static Exception notHome(ClaimRequest request, Exception e) {
    Exception moved = new IllegalStateException("the shard " + request.home + " has moved");
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
        ActionListener.runBefore(listener, () -> counters.countHomeTime(System.nanoTime() - start));
    ActionListener<ClaimResponse> checked =
        request.kind == ClaimRequest.Kind.DISCARDED
            ? Listeners.then(timed, (response, next) -> confirm(shard.shardId(), response, next))
            : timed;
    // Held only until the claims are made: the refresh that may follow needs its own permit, which
    // a relocation that waits for this one would block. If the answer comes too late, after another
    // home took over, the node that asked rejects it.
    try (permit) {
      homes.claim(request, primaryId(shard), deadline, checked);
    } catch (Exception e) {
      checked.onFailure(e);
    }
  }

  /** A home that is none any more may have missed that the match was deleted. */
  private void confirm(
      ShardId shard, ClaimResponse response, ActionListener<ClaimResponse> listener) {
    if (response.decisions.stream().noneMatch(Decision::confirmed)) {
      listener.onResponse(response);
      return;
    }
    context.requirePrimary(
        shard,
        Listeners.listener(
            still -> listener.onResponse(response),
            e -> listener.onResponse(response.unconfirmed())));
  }

  /** Identifies a primary and its term: the home lasts as long as both. */
  private static String primaryId(IndexShard shard) {
    return shard.routingEntry().allocationId().getId() + "@" + shard.getOperationPrimaryTerm();
  }

  /** Waits for the cluster state: an index that is not known yet cannot be refreshed. */
  private void settle(SettleRequest request, ActionListener<SettleResponse> listener) {
    whenKnown(
        request.stateVersion,
        SETTLE_PATIENCE,
        Listeners.listener(known -> settleKnown(request, listener), listener::onFailure));
  }

  private void settleKnown(SettleRequest request, ActionListener<SettleResponse> listener) {
    DomainHome home = homes.get(request.key);
    boolean isMeant =
        home == null ? primaryHere(request.home) != null : home.epoch() >= request.fence;
    if (isMeant == false) {
      listener.onFailure(new IllegalStateException(request.key + " is decided elsewhere"));
    } else if (home == null) {
      listener.onResponse(new SettleResponse(List.of()));
    } else {
      context.requirePrimary(
          home.shard, Listeners.then(listener, (still, next) -> settle(home, request, next)));
    }
  }

  private void settle(
      DomainHome home, SettleRequest request, ActionListener<SettleResponse> listener) {
    if (homes.get(request.key) != home || isHere(home) == false) {
      throw new IllegalStateException(request.key + " is decided elsewhere");
    }
    home.settle(
        request.outcomes, request.groups, late -> listener.onResponse(new SettleResponse(late)));
  }

  /** Returns null if the primary is not on this node. */
  private IndexShard primaryHere(ShardId id) {
    IndexShard shard = indicesService.getShardOrNull(id);
    return shard != null && shard.routingEntry().primary() ? shard : null;
  }

  /** Another home is not told about claims of this one: it has collected them. */
  private boolean isHere(DomainHome home) {
    IndexShard shard = primaryHere(home.shard);
    return shard != null && primaryId(shard).equals(home.primaryId);
  }

  private void tick() {
    context.work.asNode(
        () -> {
          homes.tick(this::isHere);
          if (context.millis() >= looked + LOOK_MILLIS) {
            looked = context.millis();
            begin();
          }
        });
  }

  /** Starts homes of indexes that documents are written to by default, whoever asks them. */
  private void begin() {
    ClusterState state = known;
    if (state == null || context.millis() > changed + PATIENCE_MILLIS) {
      return;
    }
    Function<String, List<DomainSpec>> domains = piped.apply(state);
    for (IndexService index : indicesService) {
      IndexShard shard = index.getShardOrNull(0);
      if (shard == null
          || shard.routingEntry().primary() == false
          || shard.routingEntry().active() == false) {
        continue;
      }
      try {
        for (DomainSpec spec : domains.apply(index.index().getName())) {
          List<Index> indices = context.domains().indices(spec, state);
          if (indices.isEmpty() == false && Domains.home(indices).equals(shard.shardId())) {
            homes.begin(spec, shard.shardId(), primaryId(shard));
          }
        }
      } catch (RuntimeException e) {
        LOGGER.debug("no home for [{}]", index.index(), e);
      }
    }
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    changed = context.millis();
    known = event.state();
    if (event.nodesRemoved()) {
      context.nodeLeft();
    }
    if (event.indicesDeleted().isEmpty() == false) {
      Set<String> deleted =
          event.indicesDeleted().stream().map(Index::getName).collect(Collectors.toSet());
      homes.all().forEach(home -> home.deleted(deleted));
    }
  }

  /** Claims held by the homes of this node, by state. */
  public Map<String, Long> window() {
    Map<String, Long> sizes = new TreeMap<>();
    homes.all().forEach(home -> home.sizes().forEach((s, n) -> sizes.merge(s, n, Long::sum)));
    return sizes;
  }
}
