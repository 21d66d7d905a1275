// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.opensearch.ExceptionsHelper;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Randomness;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.ActionNotFoundTransportException;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/** What this node gives to the homes on it. */
final class NodeContext implements HomeContext {
  private static final TimeValue COLLECT_TIMEOUT = TimeValue.timeValueSeconds(5);
  private static final long NEVER = Long.MAX_VALUE / 2;

  private final Client client;
  private final ClusterService clusterService;
  private final TransportService transport;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final NearDupIngestSettings settings;
  private final NearDupIngestCounters counters;
  private final WindowMemory memory;
  private final NodeWork work;
  private volatile long nodeLeft = -NEVER;

  NodeContext(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      Domains domains,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters,
      WindowMemory memory) {
    this.client = client;
    this.clusterService = clusterService;
    this.transport = transport;
    this.threadPool = transport.getThreadPool();
    this.domains = domains;
    this.settings = settings;
    this.counters = counters;
    this.memory = memory;
    this.work = new NodeWork(threadPool);
  }

  /** A node was lost just now. */
  void nodeLeft() {
    nodeLeft = millis();
  }

  @Override
  public void collect(
      String key,
      long incarnation,
      BiConsumer<String, CollectResponse> each,
      Consumer<Boolean> all) {
    List<DiscoveryNode> nodes = List.copyOf(state().nodes().getNodes().values());
    AtomicInteger left = new AtomicInteger(nodes.size());
    AtomicBoolean complete = new AtomicBoolean(true);
    Object order = new Object();
    for (DiscoveryNode node : nodes) {
      transport.sendRequest(
          node,
          SequencerService.COLLECT,
          new CollectRequest(key, incarnation),
          TransportRequestOptions.builder().withTimeout(COLLECT_TIMEOUT).build(),
          Answers.handler(
              CollectResponse::new,
              ThreadPool.Names.GENERIC,
              response -> {
                synchronized (order) {
                  each.accept(node.getId(), response);
                }
                if (left.decrementAndGet() == 0) {
                  all.accept(complete.get());
                }
              },
              e -> {
                // Without this plugin there is nothing on its way.
                boolean unknown =
                    ExceptionsHelper.unwrap(e, ActionNotFoundTransportException.class) != null;
                if (unknown == false) {
                  complete.set(false);
                }
                if (left.decrementAndGet() == 0) {
                  all.accept(complete.get());
                }
              }));
    }
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public ClusterState state() {
    return clusterService.state();
  }

  @Override
  public Domains domains() {
    return domains;
  }

  @Override
  public NearDupIngestSettings settings() {
    return settings;
  }

  @Override
  public NearDupIngestCounters counters() {
    return counters;
  }

  @Override
  public long millis() {
    return threadPool.relativeTimeInMillis();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long random() {
    return Randomness.get().nextLong();
  }

  @Override
  public long sinceNodeLeft() {
    return millis() - nodeLeft;
  }

  @Override
  public void later(Runnable task) {
    work.later(task);
  }

  @Override
  public boolean take(long bytes) {
    return memory.take(bytes);
  }

  @Override
  public void release(long bytes) {
    memory.release(bytes);
  }
}
