// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.request.Answers;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * Tells the homes of domains what became of documents, as often as need be.
 *
 * <p>See {@code docs/design/claims.md}.
 */
public final class OutcomeReporter {
  /** After so many, what follows goes on without it. */
  private static final int SETTLE_TRIES = 5;

  private static final TimeValue PATIENCE = TimeValue.timeValueMinutes(10);
  private static final TimeValue MAX_PAUSE = TimeValue.timeValueSeconds(5);

  private final ClusterService clusterService;
  private final TransportService transport;
  private final Domains domains;
  private final InFlight inFlight;
  private final NearDupIngestSettings settings;
  private final NearDupIngestCounters counters;
  private final NodeWork work;
  private final LateWrites late;

  public OutcomeReporter(
      Client client,
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
    this.late = new LateWrites(client, work);
  }

  /** Tells the home of a domain what became of documents; until then they are on their way. */
  public void settle(DomainSpec spec, List<Outcome> outcomes) {
    settle(spec, outcomes, () -> {});
  }

  /** The same, and says when the home knows, or cannot be told soon. */
  public void settle(DomainSpec spec, List<Outcome> outcomes, Runnable done) {
    work.asNode(() -> new Telling(spec, outcomes, done).tell());
  }

  /** Outcomes that a home has to know. */
  private final class Telling {
    private final DomainSpec spec;
    private final List<Outcome> outcomes;
    private final long start = System.nanoTime();
    private long pause = NodeWork.PAUSE.millis();
    private int tries;
    private Runnable done;

    Telling(DomainSpec spec, List<Outcome> outcomes, Runnable done) {
      this.spec = spec;
      this.outcomes = outcomes;
      this.done = done;
    }

    void tell() {
      ClusterState state = clusterService.state();
      long fence = inFlight.fence(spec.key());
      ShardId home;
      DiscoveryNode node;
      try {
        List<Index> indices = domains.indices(spec, state);
        if (indices.isEmpty()) {
          arrived();
          return;
        }
        home = Domains.home(indices);
        node = Domains.node(home, state);
      } catch (IndexNotFoundException e) {
        arrived();
        return;
      }
      if (node == null) {
        again();
        return;
      }
      transport.sendRequest(
          node,
          SettleRequest.ACTION,
          new SettleRequest(spec.key(), home, expected(fence), state.version(), outcomes),
          TransportRequestOptions.builder().withTimeout(settings.timeout()).build(),
          new ActionListenerResponseHandler<>(
              Answers.listener(response -> told(response, fence), e -> again()),
              SettleResponse::new,
              ThreadPool.Names.GENERIC));
    }

    private void told(SettleResponse response, long fence) {
      if (inFlight.fence(spec.key()) > fence) {
        // Another home has asked meanwhile, and counts on being told.
        again();
      } else {
        counters.latency.settled(System.nanoTime() - start);
        late.mark(spec, claims(response.late), this::arrived);
      }
    }

    /** One that has asked may be gone since; then whoever decides now is told. */
    private long expected(long fence) {
      return tries < SETTLE_TRIES ? fence : 0;
    }

    private List<LateWrites.Late> claims(List<Long> seqs) {
      List<LateWrites.Late> claims = new ArrayList<>();
      for (Outcome outcome : outcomes) {
        InFlightClaim claim = inFlight.get(spec.key(), outcome.seq());
        if (claim != null && seqs.contains(outcome.seq())) {
          claims.add(new LateWrites.Late(claim, outcome.index()));
        }
      }
      return claims;
    }

    private void goOn() {
      Runnable waiting = done;
      done = () -> {};
      waiting.run();
    }

    /** What may still be written is kept for a home that takes over. */
    private void arrived() {
      goOn();
      List<Long> known = new ArrayList<>();
      List<Long> unknown = new ArrayList<>();
      for (Outcome outcome : outcomes) {
        (outcome.result() == Outcome.Result.UNKNOWN ? unknown : known).add(outcome.seq());
      }
      inFlight.arrived(spec.key(), known);
      if (unknown.isEmpty() == false) {
        inFlight.lost(spec.key(), unknown);
        work.later(settings.lostAfter(), () -> inFlight.arrived(spec.key(), unknown));
      }
    }

    private void again() {
      if (++tries == SETTLE_TRIES) {
        goOn();
      }
      if (System.nanoTime() - start > PATIENCE.nanos()) {
        // Its home will ask, or has found out.
        arrived();
        return;
      }
      work.later(TimeValue.timeValueMillis(pause), this::tell);
      pause = Math.min(2 * pause, MAX_PAUSE.millis());
    }
  }
}
