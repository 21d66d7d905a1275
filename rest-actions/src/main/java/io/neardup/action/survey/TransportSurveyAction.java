// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import io.neardup.request.Listeners;
import io.neardup.request.LocalAction.Answer;
import io.neardup.request.NearDupLimits;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.TransportAction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.tasks.Task;
import org.opensearch.transport.TransportService;
import org.opensearch.transport.client.node.NodeClient;

/**
 * Surveys by searches and by {@code _near_dup}, with the caller's permissions; all of them are
 * children of this task and end with it.
 */
public final class TransportSurveyAction
    extends TransportAction<SurveyRequest, Answer<SurveyResponse>> {
  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final NodeClient client;
  private final NearDupLimits limits;
  private final BreakerMemory memories;

  @Inject
  public TransportSurveyAction(
      TransportService transportService,
      ActionFilters actionFilters,
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      NodeClient client,
      CircuitBreakerService breakers,
      NearDupLimits limits) {
    super(SurveyAction.NAME, actionFilters, transportService.getTaskManager());
    this.clusterService = clusterService;
    this.resolver = resolver;
    this.client = client;
    this.limits = limits;
    this.memories =
        new BreakerMemory(
            breakers.getBreaker(CircuitBreaker.REQUEST),
            "<near_dup_survey>",
            "; survey fewer documents at once ([size])");
  }

  @Override
  protected void doExecute(
      Task task, SurveyRequest request, ActionListener<Answer<SurveyResponse>> listener) {
    MemoryAccount memory = memories.open();
    Listeners.begin(
        ActionListener.runAfter(
            ActionListener.map(listener, Answer<SurveyResponse>::new), memory::close),
        answer -> {
          SurveyedField field = SurveyedField.of(clusterService.state(), resolver, request);
          Survey.On node = new Survey.On(client, clusterService, limits);
          Survey survey =
              request.options().pairs().isEmpty()
                  ? new SampleSurvey(node, request, field, task, memory)
                  : new PairSurvey(node, request, field, task, memory);
          survey.run(answer);
        });
  }
}
