// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.pipeline.PipelineConfigs;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;

/** The pipelines that indexes of this cluster name in their settings. */
public record IndexPipelines(ClusterState state) {
  /** Those of an index, in the order in which its documents pass them. */
  List<String> of(String index) {
    IndexMetadata metadata = state.metadata().index(index);
    Settings settings = metadata == null ? Settings.EMPTY : metadata.getSettings();
    return Stream.of(
            IndexSettings.DEFAULT_PIPELINE.get(settings),
            IndexSettings.FINAL_PIPELINE.get(settings))
        .filter(id -> IngestService.NOOP_PIPELINE_NAME.equals(id) == false)
        .toList();
  }

  /**
   * The fields of which the pipelines of an index make another one; none if they do not, or if it
   * depends on the document.
   */
  public List<String> texts(String index, String field) {
    List<List<String>> all = new PipelineConfigs(state).texts(of(index), field);
    return all.size() == 1 ? all.get(0) : List.of();
  }

  /** Whether the pipelines of an index leave out the tags of HTML where they make a field. */
  public boolean leaveOutTags(String index, String field) {
    return new PipelineConfigs(state).leavesOutTags(of(index), field);
  }

  /**
   * Refuses a field of signatures that cannot confirm what is found in another one, because the
   * pipelines of an index make them of different features.
   *
   * @throws IllegalArgumentException if they do; what is written otherwise is not known
   */
  public void requireSameFeatures(Collection<String> indices, String searched, String signatures) {
    PipelineConfigs configs = new PipelineConfigs(state);
    for (String index : indices) {
      configs
          .otherFeatures(of(index), searched, signatures)
          .ifPresent(
              difference -> {
                throw new IllegalArgumentException("[verify] in [" + index + "] " + difference);
              });
    }
  }
}
