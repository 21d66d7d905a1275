// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.request.Listeners;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ingest.PutPipelineAction;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/**
 * Checks pipelines before they are stored. Runs on the cluster manager, where every such request
 * ends up.
 */
public abstract class PipelinePutFilter implements ActionFilter {
  private final ClusterService clusterService;

  /** Called once per node. */
  protected PipelinePutFilter(ClusterService clusterService) {
    this.clusterService = clusterService;
  }

  /**
   * Fails the listener if the pipeline must not be stored.
   *
   * @param state of the cluster without the pipeline
   */
  protected abstract void check(
      PutPipelineRequest put, ClusterState state, ActionListener<Void> listener);

  /**
   * Called when nothing speaks against storing the pipeline; may add to the response.
   *
   * @param state of the cluster without the pipeline
   */
  protected <O> ActionListener<O> answering(
      PutPipelineRequest put, ClusterState state, ActionListener<O> listener) {
    return listener;
  }

  /** After the filters that check permissions. */
  @Override
  public final int order() {
    return 0;
  }

  @Override
  public final <I extends ActionRequest, O extends ActionResponse> void apply(
      Task task,
      String action,
      I request,
      ActionRequestMetadata<I, O> metadata,
      ActionListener<O> listener,
      ActionFilterChain<I, O> chain) {
    if (PutPipelineAction.NAME.equals(action)
        && request instanceof PutPipelineRequest put
        && clusterService.state().nodes().isLocalNodeElectedClusterManager()
        && isReadable(put)) {
      ClusterState state = clusterService.state();
      check(
          put,
          state,
          Listeners.then(
              listener,
              (checked, next) ->
                  chain.proceed(task, action, request, answering(put, state, next))));
    } else {
      chain.proceed(task, action, request, listener);
    }
  }

  /** What the server cannot read, it rejects itself, by whatever its parsers throw. */
  private static boolean isReadable(PutPipelineRequest put) {
    try {
      XContentHelper.convertToMap(put.getSource(), false, put.getMediaType());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
