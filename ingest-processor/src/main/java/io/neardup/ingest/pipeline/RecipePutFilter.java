// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.PipelineConfiguration;
import org.opensearch.threadpool.ThreadPool;

/**
 * Warns, in the header {@code Warning} of the response, that a pipeline was stored which makes
 * fingerprints in another way than those that indexes have already.
 */
public final class RecipePutFilter extends PipelinePutFilter {
  private final ThreadPool threadPool;

  /** Called once per node. */
  public RecipePutFilter(ClusterService clusterService, ThreadPool threadPool) {
    super(clusterService, threadPool);
    this.threadPool = threadPool;
  }

  @Override
  protected void check(PutPipelineRequest put, ClusterState state, ActionListener<Void> listener) {
    listener.onResponse(null);
  }

  /** What is not stored needs no warning, so it comes with the response. */
  @Override
  protected <O> ActionListener<O> answering(
      PutPipelineRequest put, ClusterState state, ActionListener<O> listener) {
    PipelineConfigs before = new PipelineConfigs(state);
    PipelineConfigs after =
        before.with(new PipelineConfiguration(put.getId(), put.getSource(), put.getMediaType()));
    return new RecipeChanges(before, after, state.metadata())
        .warning(put.getId())
        .map(HeaderWarning::formatWarning)
        .map(
            warning ->
                ActionListener.<O, O>map(
                    listener,
                    stored -> {
                      threadPool.getThreadContext().addResponseHeader("Warning", warning);
                      return stored;
                    }))
        .orElse(listener);
  }
}
