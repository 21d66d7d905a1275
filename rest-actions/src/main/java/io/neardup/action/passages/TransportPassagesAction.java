// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.IndexLimits;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.RequestTask;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.opensearch.action.OriginalIndices;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.index.IndexSettings;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.RemoteClusterAware;
import org.opensearch.transport.RemoteClusterService;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.Client;
import org.opensearch.transport.client.ParentTaskAssigningClient;

/** Answers by searches with the caller's permissions, which read texts as the caller sees them. */
public final class TransportPassagesAction
    extends TransportAction<PassagesRequest, Answer<PassagesResponse>> {
  private final Client client;
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final RemoteClusterService remoteClusters;
  private final Executor executor;
  private final BreakerMemory memories;

  @Inject
  public TransportPassagesAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      Client client,
      CircuitBreakerService breakers,
      ThreadPool threadPool) {
    super(PassagesAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.remoteClusters = transportService.getRemoteClusterService();
    this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup passages>",
            "; ask for a part of the text, or for fewer hits ([size]) and [passages]");
  }

  @Override
  protected void doExecute(
      Task task, PassagesRequest request, ActionListener<Answer<PassagesResponse>> listener) {
    MemoryAccount memory = memories.open();
    // Writing the response is part of answering.
    ActionListener<PassagesResponse> answer =
        ActionListener.runAfter(ActionListener.map(listener, Answer::new), memory::close);
    Listeners.begin(
        answer,
        next ->
            new PassagesSearch(
                    new ParentTaskAssigningClient(client, clusterService.localNode(), task),
                    executor,
                    request,
                    (RequestTask) task,
                    memory,
                    window(request))
                .run(next));
  }

  /**
   * How many hits a search may have: only the first one itself tells what indexes of other clusters
   * allow.
   */
  private int window(PassagesRequest request) {
    ClusterState state = clusterService.state();
    Map<String, OriginalIndices> clusters =
        remoteClusters.groupIndices(
            request.indicesOptions(),
            request.indices(),
            name -> resolver.hasIndexAbstraction(name, state));
    OriginalIndices local = clusters.remove(RemoteClusterAware.LOCAL_CLUSTER_GROUP_KEY);
    return IndexLimits.least(
        IndexSettings.MAX_RESULT_WINDOW_SETTING,
        state,
        local == null ? List.of() : List.of(resolver.concreteIndexNames(state, local)),
        clusters.isEmpty() ? Integer.MAX_VALUE : 1);
  }
}
