// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.action.resolve.DocProcessors;
import io.neardup.action.resolve.DocumentTexts;
import io.neardup.action.stats.NearDupCounters;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import io.neardup.request.RequestTask;
import java.util.concurrent.Executor;
import org.opensearch.action.search.TransportSearchAction;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TimeoutTaskCancellationUtility;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.ingest.IngestService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Searches through the node's client with the caller's permissions: everything that applies to a
 * search, from aliases to document-level security, applies here. All steps are children of this
 * task and end with it; all that they hold is charged until the response is written.
 */
public final class TransportNearDupAction
    extends TransportAction<NearDupRequest, Answer<NearDupResponse>> {
  final NodeClient client;

  /** What reads texts. */
  final DocumentTexts.Node texts;

  /** What analyzes them. */
  final Executor executor;

  final NearDupLimits limits;
  final NearDupCounters counters;
  private final BreakerMemory memories;

  @Inject
  public TransportNearDupAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      NodeClient client,
      CircuitBreakerService breakers,
      NearDupLimits limits,
      NearDupCounters counters,
      IndexNameExpressionResolver resolver,
      IngestService ingestService,
      DocProcessors docProcessors,
      ThreadPool threadPool) {
    super(NearDupAction.NAME, actionFilters, transportService.getTaskManager());
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup>",
            "; ask fewer questions at once, for fewer hits ([size]), for less of each"
                + " ([_source]), or to sort them by shorter values ([sort])");
    this.client = client;
    this.texts =
        new DocumentTexts.Node(
            clusterService,
            resolver,
            transportService.getRemoteClusterService(),
            ingestService,
            docProcessors);
    this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
    this.limits = limits;
    this.counters = counters;
  }

  @Override
  protected void doExecute(
      Task task, NearDupRequest request, ActionListener<Answer<NearDupResponse>> listener) {
    MemoryAccount memory = memories.open();
    // Writing the response is part of answering.
    ActionListener<NearDupResponse> answer =
        ActionListener.runAfter(ActionListener.map(listener, Answer::new), memory::close);
    RequestTask cancellable = (RequestTask) task;
    NearDupSearch search = new NearDupSearch(this, request, cancellable, memory);
    Listeners.begin(
        TimeoutTaskCancellationUtility.wrapWithCancellationListener(
            client,
            cancellable,
            texts
                .clusterService()
                .getClusterSettings()
                .get(TransportSearchAction.SEARCH_CANCEL_AFTER_TIME_INTERVAL_SETTING),
            answer,
            late -> {}),
        search::run);
  }
}
