// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lease.Releasable;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.shard.IndexShard;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportChannel;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** The homes of domains on this node, and what they ask of other nodes. */
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
  private static final long IDLE_MILLIS = TimeValue.timeValueMinutes(10).millis();

  private final Client client;
  private final ClusterService clusterService;
  private final IndicesService indicesService;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final NearDupIngestCounters counters;
  private final InFlight inFlight = new InFlight();
  private final Map<String, DomainHome> homes = new ConcurrentHashMap<>();
  private final NodeContext context;
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
    this.settler = new Settler(clusterService, transport, domains, inFlight, settings, counters);
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
        (request, channel, task) -> {
          work.asNode(() -> settle(request));
          channel.sendResponse(TransportResponse.Empty.INSTANCE);
        });
    transport.registerRequestHandler(
        COLLECT,
        ThreadPool.Names.GENERIC,
        CollectRequest::new,
        (request, channel, task) ->
            channel.sendResponse(inFlight.collect(request.key, request.incarnation)));
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
    homes.values().forEach(DomainHome::close);
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

  private static ActionListener<ClaimResponse> answerTo(TransportChannel channel) {
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
    IndexShard shard = indicesService.getShardOrNull(request.home);
    // Whoever asks may know of a promotion before this node does.
    if (shard == null || shard.routingEntry().primary() == false) {
      listener.onFailure(new NotHomeException("the primary of " + request.home + " is not here"));
      return;
    }
    // A shard that is no primary any more, or about to move, refuses or lets this wait.
    shard.acquirePrimaryOperationPermit(
        ActionListener.wrap(
            permit -> permitted(request, shard, permit, listener),
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
      Releasable permit,
      ActionListener<ClaimResponse> listener) {
    long start = System.nanoTime();
    ActionListener<ClaimResponse> timed =
        ActionListener.runBefore(listener, () -> counters.homeTook(System.nanoTime() - start));
    // Only until the claims are made: the refresh that may follow needs a permit of its own, which
    // a relocation that waits for this one would not give. What is answered too late, after another
    // home took over, is refused by the node that asked.
    try (permit) {
      home(request, shard).claim(request, timed);
    } catch (Exception e) {
      timed.onFailure(e);
    }
  }

  private DomainHome home(ClaimRequest request, IndexShard shard) {
    String tenure = tenure(shard);
    DomainSpec spec = request.spec;
    DomainHome known = homes.get(spec.key());
    if (known != null && known.tenure.equals(tenure) && known.spec.equals(spec)) {
      return known;
    }
    synchronized (this) {
      known = homes.get(spec.key());
      boolean same = known != null && known.tenure.equals(tenure);
      if (same && known.spec.equals(spec)) {
        return known;
      }
      if (same && known.empty() == false) {
        throw new IllegalArgumentException(
            "two pipelines compare the documents of ["
                + spec.key()
                + "] in different ways: "
                + describe(known.spec)
                + " and "
                + describe(spec)
                + "; give both the same parameters, or each a [domain] of its own");
      }
      if (known != null) {
        known.close();
      }
      DomainHome home = new DomainHome(spec, request.home, tenure, context);
      homes.put(spec.key(), home);
      home.start();
      return home;
    }
  }

  /** Names a primary and its term: while both stay, the home does. */
  private static String tenure(IndexShard shard) {
    return shard.routingEntry().allocationId().getId() + "@" + shard.getOperationPrimaryTerm();
  }

  private static String describe(DomainSpec spec) {
    return "[stages="
        + spec.stages()
        + ", indices="
        + spec.indices()
        + ", scope="
        + spec.scope()
        + ", window="
        + spec.windowField()
        + " "
        + spec.windowAge()
        + "ms, target_field="
        + spec.targetField()
        + "]";
  }

  private void settle(SettleRequest request) {
    DomainHome home = homes.get(request.key);
    if (home != null) {
      home.settle(request.outcomes);
    }
  }

  /** Another home cannot be told about claims of this one: it has collected them. */
  private boolean isHere(DomainHome home) {
    IndexShard shard = indicesService.getShardOrNull(home.shard);
    return shard != null && shard.routingEntry().primary() && tenure(shard).equals(home.tenure);
  }

  private void tick() {
    homes.forEach(
        (key, home) -> {
          if (home.idle(IDLE_MILLIS) || isHere(home) == false) {
            homes.remove(key, home);
            home.close();
          } else {
            work.asNode(home::tick);
          }
        });
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.nodesRemoved()) {
      context.nodeLeft();
      for (DiscoveryNode node : event.nodesDelta().removedNodes()) {
        homes.values().forEach(home -> home.lose(node.getId()));
      }
    }
  }

  /** Claims held by the homes of this node, by state. */
  public Map<String, Long> window() {
    Map<String, Long> sizes = new TreeMap<>();
    homes.values().forEach(home -> home.sizes().forEach((s, n) -> sizes.merge(s, n, Long::sum)));
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
