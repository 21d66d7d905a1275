// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;

/** Documents that arrive while the cluster starts wait for its pipelines. */
@ClusterScope(
    scope = OpenSearchIntegTestCase.Scope.TEST,
    numDataNodes = 1,
    numClientNodes = 0,
    supportsDedicatedMasters = false)
public class NearDupStartTests extends NearDupClusterTestCase {

  @Override
  protected int maximumNumberOfReplicas() {
    return 0;
  }

  private static IndexRequest document(String id) {
    return new IndexRequest("news").id(id).source("print", Fingerprint.toHex(7));
  }

  private static Map<?, ?> decision(String id) {
    return (Map<?, ?>) client().prepareGet("news", id).get().getSource().get("near_dup");
  }

  public void testDocumentsWaitForTheirPipeline() throws Exception {
    client()
        .admin()
        .indices()
        .prepareCreate("news")
        .setSettings(
            Settings.builder()
                .put("index.number_of_shards", 1)
                .put("index.number_of_replicas", 0)
                .put("index.default_pipeline", "p"))
        .setMapping(mapping())
        .get();
    client().index(document("x")).actionGet();
    internalCluster()
        .restartRandomDataNode(
            new InternalTestCluster.RestartCallback() {
              @Override
              public Settings onNodeStopped(String name) {
                return Settings.builder()
                    .put("gateway.expected_data_nodes", 2)
                    .put("gateway.recover_after_time", "1h")
                    .build();
              }
            });
    ActionFuture<BulkResponse> waiting =
        client().bulk(new BulkRequest().add(document("y")).add(document("z")));
    BulkRequest impatient = new BulkRequest().add(document("x"));
    impatient.timeout(TimeValue.timeValueMillis(100));
    expectThrows(ClusterBlockException.class, () -> client().bulk(impatient).actionGet());
    assertFalse(waiting.isDone());
    internalCluster().startDataOnlyNode();
    assertFalse(waiting.actionGet().hasFailures());
    assertEquals("duplicate", decision("y").get("status"));
    assertEquals(decision("x").get("group"), decision("z").get("group"));
  }
}
