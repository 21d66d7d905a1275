// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.agreement;

import static io.neardup.action.Json.json;
import static org.hamcrest.Matchers.containsString;
import static org.opensearch.common.util.concurrent.ThreadContext.ACTION_ORIGIN_TRANSIENT_NAME;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.opensearch.Version;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.ActionType;
import org.opensearch.action.ingest.DeletePipelineAction;
import org.opensearch.action.ingest.PutPipelineAction;
import org.opensearch.action.ingest.PutPipelineRequest;
import org.opensearch.action.support.ActionRequestMetadata;
import org.opensearch.action.support.PlainActionFuture;
import org.opensearch.action.support.clustermanager.AcknowledgedResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.ingest.IngestService;
import org.opensearch.test.ClusterServiceUtils;
import org.opensearch.test.OpenSearchTestCase;
import org.opensearch.test.client.NoOpClient;
import org.opensearch.threadpool.TestThreadPool;
import org.opensearch.threadpool.ThreadPool;

/** Which nodes are asked about which dictionaries and analyzers, and when nobody is. */
public class AgreementPutFilterTests extends OpenSearchTestCase {
  private static final DiscoveryNode MANAGER =
      node("manager", DiscoveryNodeRole.CLUSTER_MANAGER_ROLE);
  private static final DiscoveryNode INGEST = node("ingest", DiscoveryNodeRole.INGEST_ROLE);
  private static final DiscoveryNode DATA = node("data", DiscoveryNodeRole.DATA_ROLE);

  private final List<AgreementRequest> asked = new ArrayList<>();
  private final PlainActionFuture<AcknowledgedResponse> answer = new PlainActionFuture<>();
  private ThreadPool threads;
  private ClusterService cluster;
  private NoOpClient client;
  private AgreementResponse.OfNode found;
  private boolean proceeded;
  private List<String> warnings;

  private static DiscoveryNode node(String name, DiscoveryNodeRole role) {
    return new DiscoveryNode(
        name, name, buildNewFakeTransportAddress(), Map.of(), Set.of(role), Version.CURRENT);
  }

  @Before
  public void start() {
    threads = new TestThreadPool("filter");
    cluster = ClusterServiceUtils.createClusterService(threads, MANAGER);
    managedBy(MANAGER);
    client =
        new NoOpClient(threads) {
          @Override
          protected <I extends ActionRequest, O extends ActionResponse> void doExecute(
              ActionType<O> action, I request, ActionListener<O> listener) {
            assertEquals(TransportAgreementAction.INSTANCE, action);
            assertEquals(
                "in the name of the server",
                IngestService.INGEST_ORIGIN,
                threads.getThreadContext().getTransient(ACTION_ORIGIN_TRANSIENT_NAME));
            asked.add((AgreementRequest) request);
            if (found == null) {
              listener.onFailure(new IllegalStateException("asked"));
            } else {
              @SuppressWarnings("unchecked")
              O response =
                  (O) new AgreementResponse(ClusterName.DEFAULT, List.of(found), List.of());
              listener.onResponse(response);
            }
          }
        };
  }

  @After
  public void stop() {
    cluster.close();
    client.close();
    terminate(threads);
  }

  private void managedBy(DiscoveryNode manager) {
    DiscoveryNodes nodes =
        DiscoveryNodes.builder()
            .add(MANAGER)
            .add(INGEST)
            .add(DATA)
            .localNodeId(MANAGER.getId())
            .clusterManagerNodeId(manager.getId())
            .build();
    ClusterServiceUtils.setState(cluster, ClusterState.builder(cluster.state()).nodes(nodes));
  }

  private void put(String action, String source) {
    new AgreementPutFilter(cluster, threads, client)
        .<PutPipelineRequest, AcknowledgedResponse>apply(
            null,
            action,
            new PutPipelineRequest("p", new BytesArray(json(source)), XContentType.JSON),
            ActionRequestMetadata.empty(),
            answer,
            (task, name, request, listener) -> {
              proceeded = true;
              warnings = threads.getThreadContext().getResponseHeaders().get("Warning");
              listener.onResponse(new AcknowledgedResponse(true));
            });
  }

  private static String simHash(String... idf) {
    return "{'processors':["
        + Arrays.stream(idf)
            .map(
                one -> "{'simhash':{'features':'char_ngram','weights':'tf_idf','idf':" + one + "}}")
            .collect(Collectors.joining(","))
        + "]}";
  }

  private void assertNotAsked(String action, String source) {
    put(action, source);
    assertEquals(source, List.of(), asked);
    assertTrue(source, proceeded);
    proceeded = false;
  }

  public void testAsksNodesThatIngestAndItself() {
    put(PutPipelineAction.NAME, simHash("'news'", "'mail@0123456789ab'", "'news'"));
    assertEquals(1, asked.size());
    assertEquals(List.of(idf("news"), idf("mail@0123456789ab")), asked.get(0).needs());
    assertEquals(
        Set.of("ingest", "manager"), new TreeSet<>(Arrays.asList(asked.get(0).nodesIds())));
    assertFalse("nothing is stored", proceeded);
    assertEquals(
        "asked", expectThrows(IllegalStateException.class, answer::actionGet).getMessage());
  }

  private static Need idf(String name) {
    return new Need(Need.Kind.IDF, name);
  }

  public void testAsksForEachAnalyzerOnce() {
    put(
        PutPipelineAction.NAME,
        "{'processors':[{'simhash':{'fields':['a']}},{'foreach':{'processor':{'simhash':"
            + "{'analyzer':'ik_smart'}}}},{'simhash':{'analyzer':'standard'}}]}");
    assertEquals(
        List.of(new Need(Need.Kind.ANALYZER, "standard"), new Need(Need.Kind.ANALYZER, "ik_smart")),
        asked.get(0).needs());
  }

  public void testAsksForNoOtherAction() {
    assertNotAsked(DeletePipelineAction.NAME, simHash("'news'"));
  }

  /** The cluster manager creates the processors, not this node. */
  public void testAsksTheClusterManagerAndNotItself() {
    managedBy(DATA);
    put(PutPipelineAction.NAME, simHash("'news'"));
    assertEquals(
        Set.of("ingest", DATA.getId()), new TreeSet<>(Arrays.asList(asked.get(0).nodesIds())));
  }

  /** All of which the server, or the processor, refuses itself if it does not like it. */
  public void testAsksNobodyAboutAnythingElse() {
    for (String source :
        List.of(
            simHash(),
            simHash("7"),
            simHash("'../news'"),
            "{'processors':[{'simhash':{'analyzer':7}}]}",
            "{'processors':[{'simhash':{'features':{'type':'char_ngram'}}}]}",
            "{'processors':[{'simhash':{'algorithm':'python_simhash_v1'}}]}",
            "{'processors':[{'set':{'idf':'news'}}]}",
            "{'processors':")) {
      assertNotAsked(PutPipelineAction.NAME, source);
    }
  }

  public void testNamesWithoutADigestAreStoredWithAWarningEach() {
    found =
        new AgreementResponse.OfNode(
            INGEST,
            Stream.of("news@111111111111", "mail@222222222222", "old@333333333333")
                .map(pinned -> new AgreementResponse.Found(pinned, null))
                .toList());
    put(PutPipelineAction.NAME, simHash("'news'", "'mail@222222222222'", "'old'"));
    assertTrue(proceeded);
    assertEquals(warnings.toString(), 2, warnings.size());
    assertThat(warnings.get(0), containsString("[idf] names [news] without a digest"));
    assertThat(warnings.get(0), containsString("name [news@111111111111]"));
    assertThat(warnings.get(1), containsString("[idf] names [old] without a digest"));
    assertThat(warnings.get(1), containsString("name [old@333333333333]"));
  }
}
