// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Outcome;
import java.util.List;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.index.Index;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;

/** Tells the homes of domains what became of documents, a few times if need be. */
final class Settler {
  private static final int SETTLE_TRIES = 5;

  private final ClusterService clusterService;
  private final TransportService transport;
  private final Domains domains;
  private final InFlight inFlight;
  private final NearDupIngestSettings settings;
  private final NearDupIngestCounters counters;
  private final NodeWork work;

  Settler(
      ClusterService clusterService,
      TransportService transport,
      Domains domains,
      InFlight inFlight,
      NearDupIngestSettings settings,
      NearDupIngestCounters counters) {
    this.clusterService = clusterService;
    this.transport = transport;
    this.domains = domains;
    this.inFlight = inFlight;
    this.settings = settings;
    this.counters = counters;
    this.work = new NodeWork(transport.getThreadPool());
  }

  /** Tells the home of a domain what became of documents, which are no longer on their way. */
  void settle(DomainSpec spec, List<Outcome> outcomes) {
    settle(spec, outcomes, () -> {});
  }

  /** The same, and says when the home knows, or cannot be told. */
  void settle(DomainSpec spec, List<Outcome> outcomes, Runnable done) {
    inFlight.arrived(spec.key(), outcomes.stream().map(Outcome::seq).toList());
    work.asNode(() -> settle(spec, outcomes, SETTLE_TRIES, System.nanoTime(), done));
  }

  private void settle(
      DomainSpec spec, List<Outcome> outcomes, int tries, long start, Runnable done) {
    if (tries == 0) {
      // Its home will ask after a while.
      done.run();
      return;
    }
    DiscoveryNode node = null;
    try {
      ClusterState state = clusterService.state();
      List<Index> indices = domains.indices(spec, state);
      node = indices.isEmpty() ? null : Domains.node(Domains.home(indices), state);
    } catch (IndexNotFoundException e) {
      done.run();
      return;
    }
    Runnable later = () -> work.later(() -> settle(spec, outcomes, tries - 1, start, done));
    if (node == null) {
      later.run();
      return;
    }
    transport.sendRequest(
        node,
        SequencerService.SETTLE,
        new SettleRequest(spec.key(), outcomes),
        TransportRequestOptions.builder().withTimeout(settings.timeout()).build(),
        Answers.handler(
            in -> TransportResponse.Empty.INSTANCE,
            ThreadPool.Names.SAME,
            response -> {
              counters.latency.settled(System.nanoTime() - start);
              done.run();
            },
            e -> later.run()));
  }
}
