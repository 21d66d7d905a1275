// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.PipelineConfigs;
import io.neardup.ingest.PipelinePutFilter;
import java.util.Optional;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.PipelineConfiguration;

/**
 * Lets no pipeline be stored whose {@code near_dup} would compare a field that nothing writes; a
 * processor itself sees nothing but its own configuration.
 */
public final class NearDupPutFilter extends PipelinePutFilter {
  /** Called once per node. */
  public NearDupPutFilter(ClusterService clusterService) {
    super(clusterService);
  }

  @Override
  protected void check(PutPipelineRequest put, ClusterState state, ActionListener<Void> listener) {
    fault(put, new PipelineConfigs(state))
        .ifPresentOrElse(listener::onFailure, () -> listener.onResponse(null));
  }

  private static Optional<OpenSearchException> fault(
      PutPipelineRequest put, PipelineConfigs before) {
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
