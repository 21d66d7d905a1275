// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Pipeline;
import org.opensearch.ingest.Processor;
import org.opensearch.ingest.WrappingProcessor;

/** What cannot be together with the final pipeline of an index. */
record FinalPipelines(IngestService ingestService, ClusterState state) {
  private String name(String index) {
    IndexMetadata metadata = state.metadata().index(index);
    String name =
        metadata == null ? null : IndexSettings.FINAL_PIPELINE.get(metadata.getSettings());
    return IngestService.NOOP_PIPELINE_NAME.equals(name) ? null : name;
  }

  /** Documents that were dropped pass through a final pipeline all the same. */
  void refuse(String index, Processor processor) {
    String name = name(index);
    Pipeline pipeline = name == null ? null : ingestService.getPipeline(name);
    if (pipeline != null
        && pipeline.flattenAllProcessors().stream().anyMatch(one -> isIn(one, processor))) {
      throw new IllegalArgumentException(
          "near_dup cannot be in the final pipeline ["
              + name
              + "] of index ["
              + index
              + "], where documents come that were dropped before; move it to the default"
              + " pipeline");
    }
  }

  @SuppressWarnings("ReferenceEquality") // This very processor, not one like it.
  private static boolean isIn(Processor one, Processor wanted) {
    return one == wanted
        || (one instanceof WrappingProcessor outer && isIn(outer.getInnerProcessor(), wanted));
  }

  /** Core confuses the documents of a bulk when some of them leave for another index. */
  void refuseReroute(String index) {
    String name = name(index);
    if (name != null) {
      throw new IllegalArgumentException(
          "[on_duplicate] cannot be [reroute] where index ["
              + index
              + "] has the final pipeline ["
              + name
              + "]; take the final pipeline away, or use [tag]");
    }
  }
}
