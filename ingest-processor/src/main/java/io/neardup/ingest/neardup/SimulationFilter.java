// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import org.opensearch.action.ActionRequest;
import org.opensearch.action.ingest.SimulatePipelineAction;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.support.ContextPreservingActionListener;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/**
 * Tells processors that they run in {@code _ingest/pipeline/_simulate}. Whoever may simulate names
 * the processors and the index, without any right on it, so a simulation must read nothing.
 */
public record SimulationFilter(ThreadContext context) implements ActionFilter {
  private static final String KEY = "near_dup.simulation";

  /** Whether what runs in this context is part of a simulation. */
  static boolean isSimulation(ThreadContext context) {
    return context.getTransient(KEY) != null;
  }

  @Override
  public int order() {
    return Integer.MAX_VALUE;
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionRequestMetadata<Request, Response> metadata,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (SimulatePipelineAction.NAME.equals(action) == false || isSimulation(context)) {
      chain.proceed(task, action, request, listener);
      return;
    }
    ActionListener<Response> outside =
        ContextPreservingActionListener.wrapPreservingContext(listener, context);
    ThreadContext.StoredContext before = context.newStoredContext(true);
    try {
      context.putTransient(KEY, true);
      chain.proceed(task, action, request, outside);
    } finally {
      before.close();
    }
  }
}
