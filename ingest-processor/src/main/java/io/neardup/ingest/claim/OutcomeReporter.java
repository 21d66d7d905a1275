// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.SettleRequest;
import io.neardup.ingest.claim.message.SettleResponse;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.InFlightClaim;
import io.neardup.sequencer.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;

/** Reports the outcomes of writes to the homes of domains, with retries. */
public final class OutcomeReporter {
  /** Tries before the caller continues without waiting. */
  private static final int SETTLE_TRIES = 5;

  private static final TimeValue PATIENCE = TimeValue.timeValueMinutes(10);
  private static final TimeValue MAX_PAUSE = TimeValue.timeValueSeconds(5);

  private final HomeContext context;
  private final InFlight inFlight;
  private final LateWrites late;

  OutcomeReporter(HomeContext context, InFlight inFlight) {
    this.context = context;
    this.inFlight = inFlight;
    this.late = new LateWrites(context.client(), context.work);
  }

  /**
   * Reports outcomes to the home of a domain; until then the claims are in flight.
   *
   * @param groups to see to
   * @param done called when the home knows, or cannot be reached soon
   */
  public void settle(
      DomainSpec spec, List<Outcome> outcomes, Collection<Group> groups, Runnable done) {
    context.work.asNode(() -> new Report(spec, outcomes, List.copyOf(groups), done).send());
  }

  /** Outcomes that are being reported to a home. */
  private final class Report {
    private final DomainSpec spec;
    private final List<Outcome> outcomes;
    private final List<Group> groups;
    private final long start = System.nanoTime();
    private long pause = NodeWork.PAUSE.millis();
    private int tries;
    private Runnable done;

    Report(DomainSpec spec, List<Outcome> outcomes, List<Group> groups, Runnable done) {
      this.spec = spec;
      this.outcomes = outcomes;
      this.groups = groups;
      this.done = done;
    }

    void send() {
      ClusterState state = context.state();
      long fence = inFlight.fence(spec.key());
      List<Index> indices = context.domains().indices(spec, state);
      if (indices.isEmpty()) {
        arrived();
        return;
      }
      ShardId home = Domains.home(indices);
      DiscoveryNode node = Domains.node(home, state);
      if (node == null) {
        again();
        return;
      }
      context.send(
          node,
          SettleRequest.ACTION,
          new SettleRequest(spec.key(), home, expected(fence), state.version(), outcomes, groups),
          context.settings().timeout(),
          SettleResponse::new,
          Listeners.listener(response -> answered(response, fence), e -> again()));
    }

    private void answered(SettleResponse response, long fence) {
      if (inFlight.fence(spec.key()) > fence) {
        // Another home has collected the claims meanwhile and expects the outcomes.
        again();
      } else {
        context.counters().countLatency("settle", System.nanoTime() - start);
        late.mark(spec, claims(Set.copyOf(response.late)), this::arrived);
      }
    }

    /** A home that has collected claims may be gone since; then the current one is told. */
    private long expected(long fence) {
      return tries < SETTLE_TRIES ? fence : 0;
    }

    private List<LateWrites.Late> claims(Set<Long> seqs) {
      List<LateWrites.Late> claims = new ArrayList<>();
      for (Outcome outcome : outcomes) {
        InFlightClaim claim =
            seqs.contains(outcome.seq()) ? inFlight.get(spec.key(), outcome.seq()) : null;
        if (claim != null) {
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

    /** Claims that may still be written are kept for a home that takes over. */
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
        context.work.later(
            context.settings().lostAfter(), () -> inFlight.arrived(spec.key(), unknown));
      }
    }

    private void again() {
      if (++tries == SETTLE_TRIES) {
        goOn();
      }
      if (System.nanoTime() - start > PATIENCE.nanos()) {
        // Its home will ask, or knows already.
        arrived();
        return;
      }
      context.work.later(TimeValue.timeValueMillis(pause), this::send);
      pause = Math.min(2 * pause, MAX_PAUSE.millis());
    }
  }
}
