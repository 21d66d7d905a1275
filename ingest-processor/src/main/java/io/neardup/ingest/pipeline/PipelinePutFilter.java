// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.request.AwaitedState;
import io.neardup.request.Listeners;
import java.util.function.Consumer;
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
import org.opensearch.discovery.ClusterManagerNotDiscoveredException;
import org.opensearch.gateway.GatewayService;
import org.opensearch.tasks.Task;
import org.opensearch.threadpool.ThreadPool;

/**
 * Checks pipelines before they are stored: on the cluster manager, where every such request ends
 * up, and before that on the node that gets the request, since it may become the cluster manager
 * while the request waits for one. Without a cluster manager nobody knows what is stored, so checks
 * wait for an election as long as the request would.
 */
public abstract class PipelinePutFilter implements ActionFilter {
  private final ClusterService clusterService;
  private final ThreadPool threadPool;

  /** Called once per node. */
  protected PipelinePutFilter(ClusterService clusterService, ThreadPool threadPool) {
    this.clusterService = clusterService;
    this.threadPool = threadPool;
  }

  /**
   * Fails the listener if the pipeline must not be stored.
   *
   * @param state of the cluster without the pipeline
   */
  protected abstract void check(
      PutPipelineRequest put, ClusterState state, ActionListener<Void> listener);

  /**
   * Called on the cluster manager when nothing speaks against storing the pipeline; may add to the
   * response.
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
        && isReadable(put)) {
      AwaitedState.await(
          clusterService,
          threadPool,
          PipelinePutFilter::isManaged,
          put.clusterManagerNodeTimeout(),
          Listeners.then(
              listener,
              (managed, next) -> {
                requireManaged(managed, put);
                check(put, next, last -> chain.proceed(task, action, request, last));
              }));
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

  private <O> void check(
      PutPipelineRequest put, ActionListener<O> listener, Consumer<ActionListener<O>> proceed) {
    ClusterState state = clusterService.state();
    boolean here = state.nodes().isLocalNodeElectedClusterManager();
    check(
        put,
        state,
        Listeners.then(
            listener,
            (checked, next) -> proceed.accept(here ? answering(put, state, next) : next)));
  }

  private static boolean isManaged(ClusterState state) {
    return state.nodes().getClusterManagerNode() != null
        && state.blocks().hasGlobalBlock(GatewayService.STATE_NOT_RECOVERED_BLOCK) == false;
  }

  private static void requireManaged(boolean managed, PutPipelineRequest put) {
    if (managed == false) {
      throw new ClusterManagerNotDiscoveredException(
          "pipeline ["
              + put.getId()
              + "] cannot be checked: no cluster manager was elected within ["
              + put.clusterManagerNodeTimeout()
              + "]; try again");
    }
  }
}
