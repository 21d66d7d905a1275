// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import static org.hamcrest.Matchers.containsString;

import java.util.ArrayList;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.Version;
import org.opensearch.action.ingest.PutPipelineAction;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.ClusterServiceUtils;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** When pipelines are checked: never against a cluster that nobody manages. */
public class PipelinePutFilterTests extends OpenSearchTestCase {
  private final List<String> seen = new ArrayList<>();
  private ThreadPool threadPool;
  private ClusterService clusterService;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    threadPool = new TestThreadPool(getTestName());
    clusterService = ClusterServiceUtils.createClusterService(threadPool);
  }

  @Override
  public void tearDown() throws Exception {
    clusterService.close();
    terminate(threadPool);
    super.tearDown();
  }

  private void elect(String node) {
    ClusterState state = clusterService.state();
    ClusterServiceUtils.setState(
        clusterService,
        ClusterState.builder(state)
            .nodes(DiscoveryNodes.builder(state.nodes()).clusterManagerNodeId(node))
            .build());
  }

  private PlainActionFuture<AcknowledgedResponse> put(TimeValue patience) {
    PipelinePutFilter filter =
        new PipelinePutFilter(clusterService, threadPool) {
          @Override
          protected void check(
              PutPipelineRequest put, ClusterState state, ActionListener<Void> listener) {
            seen.add("checked");
            listener.onResponse(null);
          }
        };
    PutPipelineRequest request =
        new PutPipelineRequest("p", new BytesArray("{\"processors\":[]}"), XContentType.JSON);
    request.clusterManagerNodeTimeout(patience);
    PlainActionFuture<AcknowledgedResponse> answer = PlainActionFuture.newFuture();
    ActionFilterChain<PutPipelineRequest, AcknowledgedResponse> chain =
        (task, action, put, listener) -> {
          seen.add("stored");
          listener.onResponse(new AcknowledgedResponse(true));
        };
    filter.apply(null, PutPipelineAction.NAME, request, null, answer, chain);
    return answer;
  }

  public void testChecksWaitForAnElection() throws Exception {
    String here = clusterService.localNode().getId();
    elect(null);
    PlainActionFuture<AcknowledgedResponse> answer = put(TimeValue.timeValueSeconds(30));
    assertFalse(answer.isDone());
    assertEquals(List.of(), seen);
    elect(here);
    assertTrue(answer.get().isAcknowledged());
    assertEquals(List.of("checked", "stored"), seen);
  }

  public void testNothingIsStoredUnchecked() {
    elect(null);
    Exception refused =
        expectThrows(Exception.class, () -> put(TimeValue.timeValueMillis(10)).actionGet());
    assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(refused));
    assertThat(
        refused.getMessage(), containsString("no cluster manager was elected within [10ms]"));
    assertEquals(List.of(), seen);
  }

  /** The other one may be gone before it gets the request, and this node be elected instead. */
  public void testPipelinesAreCheckedHereToo() throws Exception {
    ClusterState state = clusterService.state();
    ClusterServiceUtils.setState(
        clusterService,
        ClusterState.builder(state)
            .nodes(
                DiscoveryNodes.builder(state.nodes())
                    .add(
                        new DiscoveryNode("other", buildNewFakeTransportAddress(), Version.CURRENT))
                    .clusterManagerNodeId("other"))
            .build());
    assertTrue(put(TimeValue.timeValueSeconds(30)).get().isAcknowledged());
    assertEquals(List.of("checked", "stored"), seen);
  }
}
