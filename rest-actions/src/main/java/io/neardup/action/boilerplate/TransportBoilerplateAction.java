// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.boilerplate;

import io.neardup.action.DocumentRights;
import io.neardup.action.survey.SurveyTask;
import io.neardup.action.survey.SurveyedField;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import java.util.concurrent.Executor;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
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

/** Counts by searches with the caller's permissions, which end with the task. */
public final class TransportBoilerplateAction
    extends TransportAction<BoilerplateRequest, BoilerplateResponse> {
  private final Client client;
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final Executor executor;
  private final BreakerMemory memories;

  @Inject
  public TransportBoilerplateAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      Client client,
      CircuitBreakerService breakers,
      ThreadPool threadPool) {
    super(BoilerplateAction.NAME, actionFilters, transportService.getTaskManager());
    this.client = client;
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.executor = threadPool.executor(ThreadPool.Names.SEARCH);
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup boilerplate>",
            "; ask for fewer passages ([size])");
  }

  @Override
  protected void doExecute(
      Task task, BoilerplateRequest request, ActionListener<BoilerplateResponse> listener) {
    MemoryAccount memory = memories.open();
    Listeners.begin(
        ActionListener.runAfter(listener, memory::close),
        answer -> {
          ClusterState state = clusterService.state();
          String[] indices = SurveyedField.indexes(state, resolver, request);
          DocumentRights.requireUnfiltered(resolver, state, request.indices(), indices);
          if (indices.length > 0 && request.options().by() != null) {
            SurveyedField.requireValues("by", request.options().by(), state, indices);
          }
          new BoilerplateSearch(
                  new ParentTaskAssigningClient(client, clusterService.localNode(), task),
                  executor,
                  request,
                  (SurveyTask) task,
                  memory)
              .run(answer);
        });
  }
}
