// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.sequencer.Batch;
import io.neardup.sequencer.Budget;
import io.neardup.sequencer.ClaimWindow;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.Hit;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.support.AutoCreateIndex;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Randomness;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.index.Index;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportException;
import org.opensearch.transport.TransportRequestOptions;
import org.opensearch.transport.TransportResponseHandler;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;

/**
 * Gets decisions from the home of a domain: asks again while the home moves, and when the time is
 * up decides from the index alone.
 */
final class ClaimClient {
  private static final Logger LOGGER = LogManager.getLogger(ClaimClient.class);
  private static final TimeValue PAUSE = TimeValue.timeValueMillis(50);
  private static final long LOG_MILLIS = TimeValue.timeValueMinutes(1).millis();
  private static final int SETTLE_TRIES = 5;

  private static final Budget UNLIMITED =
      new Budget() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {}
      };

  private final Client client;
  private final ClusterService clusterService;
  private final TransportService transport;
  private final ThreadPool threadPool;
  private final Domains domains;
  private final WriteTargets targets;
  private final InFlight inFlight;
  private final NearDupIngestSettings settings;
  private final AtomicLong lastLog = new AtomicLong(-LOG_MILLIS);

  ClaimClient(
      Client client,
      ClusterService clusterService,
      TransportService transport,
      Domains domains,
      AutoCreateIndex autoCreate,
      InFlight inFlight,
      NearDupIngestSettings settings) {
    this.client = client;
    this.clusterService = clusterService;
    this.transport = transport;
    this.threadPool = transport.getThreadPool();
    this.domains = domains;
    this.targets = new WriteTargets(client, clusterService, domains, autoCreate);
    this.inFlight = inFlight;
    this.settings = settings;
  }

  NearDupIngestSettings settings() {
    return settings;
  }

  ThreadPool threadPool() {
    return threadPool;
  }

  WriteTargets targets() {
    return targets;
  }

  /**
   * A question about documents that are written to the same target.
   *
   * @param spec of their domain
   * @param bulk that they are part of; null when nobody would tell what became of them
   * @param verify whether matches must be confirmed to exist
   * @param docs in their order
   */
  record Question(DomainSpec spec, BulkClaims bulk, boolean verify, List<ClaimDoc> docs) {}

  /** Answers with one decision per document; fails only for what the user must correct. */
  void decide(Question question, ActionListener<List<Decision>> listener) {
    long deadline = threadPool.relativeTimeInMillis() + settings.timeout().millis();
    ActionListener<List<Decision>> restoring =
        ContextPreservingActionListener.wrapPreservingContext(
            listener, threadPool.getThreadContext());
    // The node acts for itself: a user who may write need not be allowed to search.
    ThreadContext.StoredContext before = threadPool.getThreadContext().stashContext();
    try {
      if (question.bulk == null) {
        indexOnly(question, "it is not part of a bulk", restoring);
      } else {
        attempt(question, deadline, restoring);
      }
    } finally {
      before.close();
    }
  }

  private void attempt(Question question, long deadline, ActionListener<List<Decision>> listener) {
    ClusterState state = clusterService.state();
    List<Index> indices = domains.indices(question.spec, state);
    ShardId home = indices.isEmpty() ? null : Domains.home(indices);
    DiscoveryNode node = home == null ? null : Domains.node(home, state);
    if (node == null) {
      again(question, deadline, new NotHomeException("no primary is active"), listener);
      return;
    }
    ClaimRequest request =
        new ClaimRequest(
            home,
            question.spec,
            question.bulk.bulk(),
            clusterService.localNode().getId(),
            question.verify,
            question.docs);
    long left = Math.max(1, deadline - threadPool.relativeTimeInMillis());
    transport.sendRequest(
        node,
        SequencerService.CLAIM,
        request,
        TransportRequestOptions.builder().withTimeout(TimeValue.timeValueMillis(left)).build(),
        handler(
            ClaimResponse::new,
            ThreadPool.Names.GENERIC,
            response -> {
              if (accept(question, response)) {
                listener.onResponse(response.decisions);
              } else {
                again(question, deadline, new NotHomeException("another home took over"), listener);
              }
            },
            e -> {
              Throwable refused = ExceptionsHelper.unwrap(e, IllegalArgumentException.class);
              if (refused != null) {
                listener.onFailure(new IllegalArgumentException(refused.getMessage(), e));
              } else {
                again(question, deadline, e, listener);
              }
            }));
  }

  private boolean accept(Question question, ClaimResponse response) {
    List<ClaimWindow.Moved> onTheirWay = new ArrayList<>();
    for (int i = 0; i < question.docs.size(); i++) {
      Decision decision = response.decisions.get(i);
      if (decision.tracked()) {
        onTheirWay.add(
            new ClaimWindow.Moved(
                question.docs.get(i).claim(),
                decision.seq(),
                decision.group(),
                decision.isNew(),
                question.bulk.bulk()));
      }
    }
    return inFlight.accept(question.spec.key(), response.incarnation, onTheirWay);
  }

  private void again(
      Question question, long deadline, Exception e, ActionListener<List<Decision>> listener) {
    if (threadPool.relativeTimeInMillis() + PAUSE.millis() >= deadline) {
      indexOnly(question, e.toString(), listener);
    } else {
      threadPool.schedule(
          () -> attempt(question, deadline, listener), PAUSE, ThreadPool.Names.GENERIC);
    }
  }

  /** What the index says, and what is in the same request; nobody else hears of it. */
  private void indexOnly(
      Question question, String reason, ActionListener<List<Decision>> listener) {
    if (question.bulk != null) {
      log(question.spec, reason);
    }
    IndexLookup lookup = new IndexLookup(client, question.spec);
    ActionListener<List<Hit>> found =
        ActionListener.wrap(
            hits -> verify(question, lookup, hits, listener),
            e -> decideHere(question, List.of(), Map.of(), listener));
    try {
      List<String> indices =
          domains.indices(question.spec, clusterService.state()).stream()
              .map(Index::getName)
              .toList();
      lookup.search(indices, question.docs, settings.timeout(), found);
    } catch (RuntimeException e) {
      found.onFailure(e);
    }
  }

  private void verify(
      Question question,
      IndexLookup lookup,
      List<Hit> hits,
      ActionListener<List<Decision>> listener) {
    Set<Hit> asked = question.verify ? new LinkedHashSet<>(hits) : Set.of();
    lookup.verify(
        asked,
        ActionListener.wrap(
            verified -> decideHere(question, hits, verified, listener),
            e -> decideHere(question, hits, Map.of(), listener)));
  }

  private static void decideHere(
      Question question,
      List<Hit> hits,
      Map<Version, Boolean> verified,
      ActionListener<List<Decision>> listener) {
    DomainSpec spec = question.spec;
    ClaimWindow window =
        new ClaimWindow(
            spec.stages(), spec.windowAge(), Randomness.get().nextLong(), 0, UNLIMITED, () -> 0);
    String bulk = question.bulk == null ? "" : question.bulk.bulk();
    Batch batch = window.claim(bulk, "", IndexLookup.claims(question.docs));
    batch.answer(hits, verified);
    List<Decision> decisions = window.ready(batch).get(0).decisions();
    listener.onResponse(decisions.stream().map(ClaimClient::unclaimed).toList());
  }

  private static Decision unclaimed(Decision decision) {
    return new Decision(
        decision.isNew(),
        -1,
        decision.group(),
        decision.of(),
        decision.stage(),
        decision.distance(),
        true,
        decision.confirmed(),
        false);
  }

  /** One line a minute at most. */
  private void log(DomainSpec spec, String reason) {
    long now = threadPool.relativeTimeInMillis();
    long last = lastLog.get();
    if (now - last >= LOG_MILLIS && lastLog.compareAndSet(last, now)) {
      LOGGER.warn(
          "near_dup decides documents of [{}] from the index alone: {} (said once a minute)",
          spec.key(),
          reason);
    }
  }

  /** Tells the home of a domain what became of documents, which are no longer on their way. */
  void settle(DomainSpec spec, List<Outcome> outcomes) {
    inFlight.arrived(spec.key(), outcomes.stream().map(Outcome::seq).toList());
    ThreadContext.StoredContext before = threadPool.getThreadContext().stashContext();
    try {
      settle(spec, outcomes, SETTLE_TRIES);
    } finally {
      before.close();
    }
  }

  private void settle(DomainSpec spec, List<Outcome> outcomes, int tries) {
    if (tries == 0) {
      // Its home will ask after a while.
      return;
    }
    DiscoveryNode node = null;
    try {
      ClusterState state = clusterService.state();
      List<Index> indices = domains.indices(spec, state);
      node = indices.isEmpty() ? null : Domains.node(Domains.home(indices), state);
    } catch (IndexNotFoundException e) {
      return;
    }
    Runnable later =
        () ->
            threadPool.schedule(
                () -> settle(spec, outcomes, tries - 1), PAUSE, ThreadPool.Names.GENERIC);
    if (node == null) {
      later.run();
      return;
    }
    transport.sendRequest(
        node,
        SequencerService.SETTLE,
        new SettleRequest(spec.key(), outcomes),
        TransportRequestOptions.builder().withTimeout(settings.timeout()).build(),
        handler(
            in -> TransportResponse.Empty.INSTANCE,
            ThreadPool.Names.SAME,
            response -> {},
            e -> later.run()));
  }

  /** Reads a response. */
  interface Reader<T> {
    T read(StreamInput in) throws IOException;
  }

  static <T extends TransportResponse> TransportResponseHandler<T> handler(
      Reader<T> reader,
      String executor,
      Consumer<T> answered,
      Consumer<TransportException> failed) {
    return new TransportResponseHandler<>() {
      @Override
      public T read(StreamInput in) throws IOException {
        return reader.read(in);
      }

      @Override
      public void handleResponse(T response) {
        answered.accept(response);
      }

      @Override
      public void handleException(TransportException e) {
        failed.accept(e);
      }

      @Override
      public String executor() {
        return executor;
      }
    };
  }
}
