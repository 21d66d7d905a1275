// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.claim.message.ClaimRequest;
import io.neardup.ingest.claim.message.ClaimResponse;
import io.neardup.ingest.claim.message.NotHomeException;
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
import org.opensearch.action.ActionListenerResponseHandler;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * Gets decisions from the home of a domain: retries while the home moves, and decides from the
 * index alone when the time is up.
 *
 * <p>See {@code docs/design/claims.md}.
 */
public final class ClaimClient {
  private final ClusterService clusterService;
  private final TransportService transport;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final InFlight inFlight;
  private final NearDupIngestSettings settings;
  private final IndexDecider indexDecider;
  private final NodeWork work;

  public ClaimClient(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      Domains domains,
      InFlight inFlight,
      NearDupIngestSettings settings) {
    this.clusterService = clusterService;
    this.transport = transport;
    this.threadPool = transport.getThreadPool();
    this.domains = domains;
    this.inFlight = inFlight;
    this.settings = settings;
    this.indexDecider = new IndexDecider(client, clusterService, threadPool, domains);
    this.work = new NodeWork(threadPool);
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
    Wait wait = Wait.from(threadPool.relativeTimeInMillis(), settings.timeout().millis());
    work.asNode(
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
    ClusterState state = clusterService.state();
    List<Index> indices = domains.indices(question.spec, state);
    ShardId home = indices.isEmpty() ? null : Domains.home(indices);
    DiscoveryNode node = home == null ? null : Domains.node(home, state);
    if (node == null) {
      again(question, wait, new NotHomeException("no primary is active"), listener);
      return;
    }
    ClaimRequest request =
        new ClaimRequest(
            home,
            question.spec,
            question.bulk,
            clusterService.localNode().getEphemeralId(),
            question.kind(),
            new ClaimRequest.Asked(
                state.version(), inFlight.fence(question.spec.key()), left(wait.home)),
            question.docs);
    transport.sendRequest(
        node,
        ClaimRequest.ACTION,
        request,
        TransportRequestOptions.builder()
            .withTimeout(TimeValue.timeValueMillis(left(wait.answer)))
            .build(),
        new ActionListenerResponseHandler<>(
            Listeners.listener(
                response -> {
                  if (accept(question, response)) {
                    listener.onResponse(response.decisions);
                  } else {
                    again(question, wait, new NotHomeException("another home took over"), listener);
                  }
                },
                e -> failed(question, wait, e, listener)),
            ClaimResponse::new,
            ThreadPool.Names.GENERIC));
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
    return Math.max(1, until - threadPool.relativeTimeInMillis());
  }

  private void again(
      Question question, Wait wait, Exception e, ActionListener<List<Decision>> listener) {
    if (threadPool.relativeTimeInMillis() + NodeWork.PAUSE.millis() >= wait.home) {
      indexDecider.decide(question, wait.end, e.toString(), listener);
    } else {
      work.later(() -> attempt(question, wait, listener));
    }
  }
}
