// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import java.util.HashMap;
import java.util.Map;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.ingest.IngestMetadata;
import org.opensearch.ingest.PipelineConfiguration;
import org.opensearch.test.OpenSearchTestCase;

/** Stored pipelines, without a node; JSON is written with single quotes. */
abstract class PipelinesTestCase extends OpenSearchTestCase {
  static final String PRINT = "{'simhash':{'fields':['a'],'target_field':'print'}}";
  static final String NEAR_DUP = "{'near_dup':{'field':'print'}}";

  private final Map<String, PipelineConfiguration> pipelines = new HashMap<>();

  void pipeline(String id, String body) {
    pipelines.put(
        id,
        new PipelineConfiguration(id, new BytesArray(body.replace('\'', '"')), XContentType.JSON));
  }

  void processors(String id, String... processors) {
    pipeline(id, "{'processors':[" + String.join(",", processors) + "]}");
  }

  static String call(String id) {
    return "{'pipeline':{'name':'" + id + "'}}";
  }

  PipelineConfigs configs() {
    Metadata metadata =
        Metadata.builder()
            .putCustom(IngestMetadata.TYPE, new IngestMetadata(new HashMap<>(pipelines)))
            .build();
    return new PipelineConfigs(
        ClusterState.builder(ClusterName.DEFAULT).metadata(metadata).build());
  }
}
