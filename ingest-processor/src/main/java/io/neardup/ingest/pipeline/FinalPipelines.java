// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.NearDupOptions;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestService;

/**
 * Checks for conflicts of {@code near_dup} with the final pipeline of an index. A final pipeline is
 * found as in core: from the index, the write index of an alias or data stream, or the templates of
 * an index that does not exist yet.
 */
public record FinalPipelines(IngestService ingestService, ClusterState state) {
  @Nullable private String name(String target) {
    IndexRequest request = new IndexRequest(target);
    ingestService.resolvePipelines(request, request, state.metadata());
    String name = request.getFinalPipeline();
    return IngestService.NOOP_PIPELINE_NAME.equals(name) ? null : name;
  }

  /**
   * Dropped documents still pass through a final pipeline, and the others were decided before it.
   */
  public void refuse(String index, NearDupOptions options) {
    String name = name(index);
    if (name == null) {
      return;
    }
    PipelineConfigs configs = new PipelineConfigs(state);
    if (configs.leadsToType(name, NearDupOptions.TYPE)) {
      throw new IllegalArgumentException(
          "near_dup must not be in the final pipeline ["
              + name
              + "] of index ["
              + index
              + "], or in a pipeline that it calls, because final pipelines also receive documents"
              + " that were dropped; move it to the default pipeline");
    }
    LaterChanges.fault(configs, name, options)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException(
                  "the final pipeline ["
                      + name
                      + "] of index ["
                      + index
                      + "] runs after near_dup: "
                      + fault.getMessage());
            });
  }

  /** Core mixes up the documents of a bulk if some of them go to another index. */
  public void refuseReroute(String index) {
    String name = name(index);
    if (name != null) {
      throw new IllegalArgumentException(
          "[on_duplicate] cannot be [reroute] where index ["
              + index
              + "] has the final pipeline ["
              + name
              + "]; remove the final pipeline, or use [tag]");
    }
  }
}
