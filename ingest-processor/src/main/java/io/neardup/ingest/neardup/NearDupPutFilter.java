// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.PipelineConfigs;
import java.util.Optional;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ingest.PutPipelineAction;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.ingest.PipelineConfiguration;
import org.opensearch.tasks.Task;

/**
 * Lets no pipeline be stored whose {@code near_dup} would compare a field that nothing writes; a
 * processor itself sees nothing but its own configuration. Works on the cluster manager, where
 * every such request ends up.
 */
public final class NearDupPutFilter implements ActionFilter {
  private final ClusterService clusterService;

  /** Called once per node. */
  public NearDupPutFilter(ClusterService clusterService) {
    this.clusterService = clusterService;
  }

  /** Behind those that check the right to do it. */
  @Override
  public int order() {
    return 0;
  }

  @Override
  public <I extends ActionRequest, O extends ActionResponse> void apply(
      Task task,
      String action,
      I request,
      ActionRequestMetadata<I, O> metadata,
      ActionListener<O> listener,
      ActionFilterChain<I, O> chain) {
    Optional<OpenSearchException> fault =
        PutPipelineAction.NAME.equals(action)
                && request instanceof PutPipelineRequest put
                && clusterService.state().nodes().isLocalNodeElectedClusterManager()
            ? fault(put)
            : Optional.empty();
    if (fault.isPresent()) {
      listener.onFailure(fault.get());
    } else {
      chain.proceed(task, action, request, listener);
    }
  }

  private Optional<OpenSearchException> fault(PutPipelineRequest put) {
    PipelineConfigs before = new PipelineConfigs(clusterService.state());
    PipelineConfigs after =
        before.with(new PipelineConfiguration(put.getId(), put.getSource(), put.getMediaType()));
    Optional<OpenSearchException> own = new StageSources(after).fault(put.getId());
    return own.isPresent() ? own : ofCallers(put.getId(), before, after);
  }

  /** Others may rely on what this pipeline wrote until now. */
  private static Optional<OpenSearchException> ofCallers(
      String id, PipelineConfigs before, PipelineConfigs after) {
    if (before.exists(id) == false || before.simHashSteps(id).isEmpty()) {
      return Optional.empty();
    }
    for (String caller : after.names()) {
      Optional<OpenSearchException> fault = new StageSources(after).fault(caller);
      if (fault.isPresent() && new StageSources(before).fault(caller).isEmpty()) {
        return Optional.of(
            new OpenSearchParseException(
                "[processors] pipeline [{}] calls [{}] and would break: {}",
                caller,
                id,
                fault.get().getMessage()));
      }
    }
    return Optional.empty();
  }
}
