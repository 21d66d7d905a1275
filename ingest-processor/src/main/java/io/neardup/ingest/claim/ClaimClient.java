// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.domain.ClaimDoc;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.InFlightClaim;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;

/**
 * Gets decisions from the home of a domain: retries while the home moves, and decides from the
 * index alone when the time is up.
 */
public final class ClaimClient {
  private final HomeContext context;
  private final InFlight inFlight;
  private final IndexDecider indexDecider;

  ClaimClient(HomeContext context, InFlight inFlight) {
    this.context = context;
    this.inFlight = inFlight;
    this.indexDecider = new IndexDecider(context);
  }

  /**
   * A request to decide documents with the same write target.
   *
   * @param spec of their domain
   * @param bulk the id of their bulk; null if nobody would report their outcomes
   * @param kind what becomes of them
   * @param docs in order
   */
  public record Question(
      DomainSpec spec, @Nullable String bulk, ClaimRequest.Kind kind, List<ClaimDoc> docs) {}

  /** Answers with one decision per document; fails only for errors of the user. */
  public void decide(Question question, ActionListener<List<Decision>> listener) {
    Wait wait = Wait.from(context.millis(), context.settings().timeout().millis());
    context.work.asNode(
        listener,
        restoring -> {
          if (question.bulk == null) {
            indexDecider.decide(question, wait.end, "it is not part of a bulk", restoring);
          } else {
            attempt(question, wait, restoring);
          }
        });
  }

  /**
   * How long a document waits. If the home does not answer in time, there is time left to search
   * the index.
   *
   * @param home deadline for the home's decision
   * @param answer deadline for its answer to arrive
   * @param end deadline for any decision
   */
  private record Wait(long home, long answer, long end) {
    static Wait from(long now, long timeout) {
      return new Wait(now + timeout * 3 / 5, now + timeout * 3 / 4, now + timeout);
    }
  }

  private void attempt(Question question, Wait wait, ActionListener<List<Decision>> listener) {
    ClusterState state = context.state();
    List<Index> indices = context.domains().indices(question.spec, state);
    ShardId home = indices.isEmpty() ? null : Domains.home(indices);
    DiscoveryNode node = home == null ? null : Domains.node(home, state);
    if (node == null) {
      again(question, wait, new IllegalStateException("no primary is active"), listener);
      return;
    }
    ClaimRequest request =
        new ClaimRequest(
            home,
            question.spec,
            question.bulk,
            state.nodes().getLocalNode().getEphemeralId(),
            question.kind(),
            new ClaimRequest.Asked(
                state.version(), inFlight.fence(question.spec.key()), left(wait.home)),
            question.docs);
    context.send(
        node,
        ClaimRequest.ACTION,
        request,
        TimeValue.timeValueMillis(left(wait.answer)),
        ClaimResponse::new,
        Listeners.listener(
            response -> {
              if (accept(question, response)) {
                listener.onResponse(response.decisions);
              } else {
                again(
                    question, wait, new IllegalStateException("another home took over"), listener);
              }
            },
            e -> failed(question, wait, e, listener)));
  }

  private void failed(
      Question question, Wait wait, Exception e, ActionListener<List<Decision>> listener) {
    if (ExceptionsHelper.unwrap(e, OpenSearchStatusException.class)
        instanceof OpenSearchStatusException refused) {
      listener.onFailure(new OpenSearchStatusException(refused.getMessage(), refused.status()));
    } else {
      again(question, wait, e, listener);
    }
  }

  private boolean accept(Question question, ClaimResponse response) {
    List<InFlightClaim> onTheirWay = new ArrayList<>();
    for (int i = 0; i < question.docs.size(); i++) {
      Decision decision = response.decisions.get(i);
      if (decision.tracked()) {
        onTheirWay.add(
            new InFlightClaim(
                question.docs.get(i).claim(),
                decision.seq(),
                decision.group(),
                decision.isNew(),
                question.bulk));
      }
    }
    return inFlight.accept(question.spec, response.epoch, onTheirWay);
  }

  private long left(long until) {
    return Math.max(1, until - context.millis());
  }

  private void again(
      Question question, Wait wait, Exception e, ActionListener<List<Decision>> listener) {
    if (context.millis() + NodeWork.PAUSE.millis() >= wait.home) {
      indexDecider.decide(question, wait.end, e.toString(), listener);
    } else {
      context.later(() -> attempt(question, wait, listener));
    }
  }
}
