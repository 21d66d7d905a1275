// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.request.RequestTask;
import java.util.concurrent.Executor;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/** Answers by searches with the caller's permissions, which read texts as the caller sees them. */
public final class TransportPassagesAction
    extends TransportAction<PassagesRequest, PassagesResponse> {
  private final Client client;
  private final ClusterService clusterService;
  private final Executor executor;
  private final BreakerMemory memories;

  @Inject
  public TransportPassagesAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      Client client,
      CircuitBreakerService breakers,
      ThreadPool threadPool) {
    super(PassagesAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.clusterService = clusterService;
    this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup passages>",
            "; ask for a part of the text, or for fewer hits ([size]) and [passages]");
  }

  @Override
  protected void doExecute(
      Task task, PassagesRequest request, ActionListener<PassagesResponse> listener) {
    MemoryAccount memory = memories.open();
    // Writing the response is part of answering.
    ActionListener<PassagesResponse> answer = ActionListener.runAfter(listener, memory::close);
    PassagesSearch search =
        new PassagesSearch(
            new ParentTaskAssigningClient(client, clusterService.localNode(), task),
            executor,
            request,
            (RequestTask) task,
            memory);
    Listeners.begin(answer, search::run);
  }
}
