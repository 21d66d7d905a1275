// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.After;
import org.junit.Before;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.admin.indices.datastream.CreateDataStreamAction;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.ingest.SimulateDocumentBaseResult;
import org.opensearch.action.ingest.SimulatePipelineResponse;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.NodeRoles;
import org.opensearch.test.OpenSearchIntegTestCase;
import org.opensearch.test.OpenSearchIntegTestCase.ClusterScope;
import org.opensearch.transport.client.Client;

/**
 * What the parameters and the ways of writing do on a cluster, before any refresh and after one.
 * Each write goes through another node.
 */
@ClusterScope(
    scope = OpenSearchIntegTestCase.Scope.SUITE,
    numDataNodes = 3,
    numClientNodes = 1,
    supportsDedicatedMasters = false)
public class DedupOnClusterTests extends DedupClusterTestCase {
  /** Far from each other; {@link #near} is near to one. */
  private static final long A = 0x0123456789abcdefL;

  private static final long B = 0xfedcba9876543210L;
  private static final long C = 0x00ff00ff00ff00ffL;

  /** A node that leaves is nobody's excuse here. */
  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.lost_after", "0s")
        .build();
  }

  private static long near(long print) {
    return print ^ (1L << randomIntBetween(0, 63));
  }

  /** Whether claims are forgotten before the next write, so that the index is asked. */
  private boolean forgotten;

  @Before
  public void chooseTheWay() {
    forgotten = randomBoolean();
    remember(forgotten == false);
  }

  @After
  public void forgetSettings() {
    assertAcked(
        client()
            .admin()
            .cluster()
            .prepareUpdateSettings()
            .setTransientSettings(Settings.builder().putNull("*"))
            .get());
  }

  private void remember(boolean claims) {
    setting("plugins.near_dup.ingest.refresh_interval", claims ? "10m" : "50ms");
  }

  /** What is answered is live, or forgotten and refreshed. */
  private void settled() throws Exception {
    if (forgotten) {
      assertNothingLeft();
    } else {
      assertBusy(
          () -> {
            assertEquals(0, services().stream().mapToInt(service -> service.inFlight()).sum());
            assertEquals(
                0L,
                services().stream()
                    .mapToLong(
                        service ->
                            service.window().getOrDefault("pending", 0L)
                                + service.window().getOrDefault("unknown", 0L))
                    .sum());
          });
    }
  }

  private static IndexRequest document(String index, String id, long print) {
    return document(index, id, print, Map.of());
  }

  private static IndexRequest document(
      String index, String id, long print, Map<String, Object> more) {
    Map<String, Object> source = new HashMap<>(more);
    source.putAll(source(print));
    return new IndexRequest(index).id(id).source(source);
  }

  private static Map<String, Object> source(long print) {
    return Map.of("print", Fingerprint.toHex(print));
  }

  private static IndexRequest document(String id, long print) {
    return document("news", id, print);
  }

  private BulkItemResponse[] write(DocWriteRequest<?>... requests) throws Exception {
    return write(anyClient(), requests);
  }

  private BulkItemResponse[] write(Client client, DocWriteRequest<?>... requests) throws Exception {
    BulkItemResponse[] items =
        client.bulk(new BulkRequest().add(Arrays.asList(requests))).actionGet().getItems();
    settled();
    return items;
  }

  private void written(DocWriteRequest<?>... requests) throws Exception {
    for (BulkItemResponse item : write(requests)) {
      assertFalse(item.getFailureMessage(), item.isFailed());
    }
  }

  private GetResponse get(String index, String id) {
    return client().prepareGet(index, id).get();
  }

  private Map<?, ?> decision(String id) {
    return decision("news", id);
  }

  private Map<?, ?> nearDup(String index, String id) {
    GetResponse found = get(index, id);
    assertTrue(index + "/" + id, found.isExists());
    return (Map<?, ?>) found.getSource().get("near_dup");
  }

  /** Of one that does not say of itself that it may be wrong. */
  private Map<?, ?> decision(String index, String id) {
    Map<?, ?> decision = nearDup(index, id);
    assertNull(decision.toString(), decision.get("checked"));
    return decision;
  }

  private void assertNew(String... ids) {
    for (String id : ids) {
      assertEquals(id + decision(id), "new", decision(id).get("status"));
    }
  }

  private void assertDuplicate(String id, String of) {
    assertEquals(id + decision(id), "duplicate", decision(id).get("status"));
    assertEquals(Map.of("index", "news", "id", of), decision(id).get("of"));
    assertEquals(decision(of).get("group"), decision(id).get("group"));
  }

  private void news() {
    create("news", "-1", randomIntBetween(1, 3));
  }

  public void testExplicitIndices() throws Exception {
    pipeline(",'indices':['news-*']");
    create("news-a", "-1", 2);
    create("news-b", "-1", 1);
    written(document("news-a", "1", A));
    written(document("news-b", "2", near(A)));
    written(document("news-b", "3", A), document("news-b", "4", B));
    written(document("news-a", "5", near(B)), document("news-b", "6", near(B)));
    Object first = decision("news-a", "1").get("group");
    for (String id : List.of("2", "3")) {
      Map<?, ?> duplicate = decision("news-b", id);
      assertEquals("duplicate", duplicate.get("status"));
      assertEquals(first, duplicate.get("group"));
      assertFalse("of another index", duplicate.containsKey("of"));
      assertFalse("of another index", duplicate.containsKey("distance"));
    }
    assertEquals(decision("news-b", "4").get("group"), decision("news-a", "5").get("group"));
    assertEquals(Map.of("index", "news-b", "id", "4"), decision("news-b", "6").get("of"));
    create("other", "-1", 1);
    BulkItemResponse refused = write(document("other", "1", A))[0];
    assertEquals(RestStatus.BAD_REQUEST, refused.getFailure().getStatus());
    assertThat(
        refused.getFailureMessage(),
        containsString("[indices] [news-*] of near_dup must include what is written to"));
  }

  /** The same documents, compared in two ways. */
  public void testDomains() throws Exception {
    pipeline("p", "'field':'print','indices':['news'],'domain':'near'");
    pipeline("q", "'field':'print','max_distance':0,'indices':['news'],'domain':'same'");
    news();
    written(document("1", A));
    written(document("2", near(A)).setPipeline("q"), document("3", B).setPipeline("q"));
    written(document("4", near(A)), document("5", B).setPipeline("q"));
    assertNew("1", "2", "3");
    assertEquals("duplicate", decision("4").get("status"));
    assertDuplicate("5", "3");
  }

  public void testContradictingPipelines() throws Exception {
    forgotten = false;
    remember(true);
    pipeline("q", "'field':'print','max_distance':2");
    news();
    written(document("1", A));
    for (BulkItemResponse refused :
        write(document("2", A).setPipeline("q"), document("3", B).setPipeline("q"))) {
      assertEquals(RestStatus.BAD_REQUEST, refused.getFailure().getStatus());
      assertThat(
          refused.getFailureMessage(),
          containsString("two pipelines compare the documents of [news] in different ways"));
      assertThat(refused.getFailureMessage(), containsString("or each a [domain] of its own"));
    }
    // Until nothing of the other is on its way.
    forgotten = true;
    remember(false);
    settled();
    written(document("2", A).setPipeline("q"));
    assertDuplicate("2", "1");
  }

  public void testTwoPipelinesOfOneDomain() throws Exception {
    pipeline("q", "'field':'print','on_duplicate':'drop'");
    news();
    written(document("1", A));
    BulkItemResponse[] items =
        write(
            document("2", near(A)),
            document("3", near(A)).setPipeline("q"),
            document("4", B).setPipeline("q"),
            document("5", B));
    assertEquals(DocWriteResponse.Result.NOOP, items[1].getResponse().getResult());
    assertFalse(get("news", "3").isExists());
    assertDuplicate("2", "1");
    // Which pipeline comes first in a bulk is core's business.
    if (get("news", "4").isExists()) {
      assertDuplicate("5", "4");
    } else {
      assertEquals(DocWriteResponse.Result.NOOP, items[2].getResponse().getResult());
      assertNew("5");
    }
  }

  public void testScope() throws Exception {
    pipeline(",'scope':'topic'");
    news();
    written(
        document("news", "1", A, Map.of("topic", "sea")),
        document("news", "2", A, Map.of("topic", "land")),
        document("3", A));
    written(document("news", "4", near(A), Map.of("topic", "land")), document("5", near(A)));
    assertNew("1", "2", "3");
    assertDuplicate("4", "2");
    assertDuplicate("5", "3");
  }

  public void testWindow() throws Exception {
    pipeline(",'window':{'field':'published','age':'7d'}");
    news();
    written(document("news", "1", A, Map.of("published", "2026-01-01")));
    written(
        document("news", "2", A, Map.of("published", "2026-01-08")),
        document("news", "3", A, Map.of("published", "2026-01-09")));
    written(document("news", "4", A, Map.of("published", "2026-01-10")));
    assertDuplicate("2", "1");
    assertNew("3");
    assertDuplicate("4", "3");
    BulkItemResponse[] items =
        write(document("5", A), document("news", "6", A, Map.of("published", "2026-01-11")));
    assertEquals(RestStatus.BAD_REQUEST, items[0].getFailure().getStatus());
    assertThat(items[0].getFailureMessage(), containsString("the field [published] of the"));
    assertDuplicate("6", "3");
  }

  public void testCustomRouting() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    create("news", "-1", 3);
    written(document("1", A).routing("x"));
    BulkItemResponse[] items = write(document("2", A).routing("y"), document("3", near(A)));
    for (BulkItemResponse item : items) {
      assertEquals(DocWriteResponse.Result.NOOP, item.getResponse().getResult());
    }
    written(new DeleteRequest("news", "1").routing("x"));
    written(document("4", A).routing("z"));
    GetResponse fourth = client().prepareGet("news", "4").setRouting("z").get();
    assertEquals("new", ((Map<?, ?>) fourth.getSource().get("near_dup")).get("status"));
  }

  public void testUpserts() throws Exception {
    news();
    UpdateRequest upsert =
        new UpdateRequest("news", "1").doc(Map.of("number", 1)).upsert(source(A));
    UpdateRequest whole = new UpdateRequest("news", "2").doc(source(B)).docAsUpsert(true);
    written(upsert, whole, document("3", near(A)));
    written(document("4", near(B)), document("5", near(A)));
    assertNew("1", "2");
    assertDuplicate("3", "1");
    assertDuplicate("4", "2");
    assertDuplicate("5", "1");
    // Of a document that is there, what is given for one that is not is not written.
    written(new UpdateRequest("news", "1").doc(Map.of("number", 2)).upsert(source(C)));
    written(document("6", C), document("7", near(A)));
    assertNew("6");
    assertDuplicate("7", "1");
  }

  public void testCreateConflicts() throws Exception {
    news();
    written(document("1", A));
    BulkItemResponse conflict = write(document("1", B).create(true))[0];
    assertEquals(RestStatus.CONFLICT, conflict.getFailure().getStatus());
    written(document("2", near(A)), document("3", B));
    assertDuplicate("2", "1");
    // The one that failed was the first of its group, which goes on.
    assertNew("3");
    BulkItemResponse[] items = write(document("4", C).create(true), document("4", A).create(true));
    assertFalse(items[0].isFailed());
    assertTrue(items[1].isFailed());
    written(document("5", near(C)));
    assertDuplicate("5", "4");
  }

  public void testTheFirstOfAGroupFails() throws Exception {
    news();
    Map<String, Object> broken = Map.of("number", "none");
    BulkItemResponse[] items =
        write(document("news", "1", A, broken), document("2", near(A)), document("3", B));
    assertEquals(RestStatus.BAD_REQUEST, items[0].getFailure().getStatus());
    Map<?, ?> second = decision("2");
    assertEquals("duplicate", second.get("status"));
    assertEquals("it dangles", "1", ((Map<?, ?>) second.get("of")).get("id"));
    written(document("4", A));
    assertNew("4");
    assertEquals(second.get("group"), decision("4").get("group"));
    written(document("5", A));
    assertDuplicate("5", "4");
  }

  public void testDataStreamRollsOver() throws Exception {
    template("stream", true);
    assertAcked(
        client()
            .execute(CreateDataStreamAction.INSTANCE, new CreateDataStreamAction.Request("stream"))
            .get());
    Map<String, Object> time = Map.of("@timestamp", "2026-01-01T00:00:00Z");
    written(document("stream", "1", A, time).create(true));
    String first = backingIndex("1");
    assertTrue(
        client()
            .admin()
            .indices()
            .rolloverIndex(new RolloverRequest("stream", null))
            .actionGet()
            .isRolledOver());
    written(
        document("stream", "2", near(A), time).create(true),
        document("stream", "3", B, time).create(true));
    String second = backingIndex("2");
    assertNotEquals(first, second);
    Map<?, ?> duplicate = decision(second, "2");
    assertEquals(Map.of("index", first, "id", "1"), duplicate.get("of"));
    assertEquals(decision(first, "1").get("group"), duplicate.get("group"));
    assertEquals("new", decision(second, "3").get("status"));
  }

  private String backingIndex(String id) {
    client().admin().indices().prepareRefresh("stream").get();
    return client()
        .prepareSearch("stream")
        .setQuery(QueryBuilders.idsQuery().addIds(id))
        .get()
        .getHits()
        .getAt(0)
        .getIndex();
  }

  public void testANodeThatOnlyIngests() throws Exception {
    String node = internalCluster().startNode(NodeRoles.onlyRole(DiscoveryNodeRole.INGEST_ROLE));
    try {
      news();
      write(internalCluster().client(node), document("1", A), document("2", near(A)));
      write(internalCluster().client(node), document("3", near(A)));
      write(internalCluster().coordOnlyNodeClient(), document("4", near(A)));
      for (String id : List.of("2", "3", "4")) {
        assertDuplicate(id, "1");
      }
    } finally {
      internalCluster().stopRandomNode(InternalTestCluster.nameFilter(node));
    }
  }

  public void testNoIndexMayBeMade() throws Exception {
    setting("action.auto_create_index", "false");
    BulkItemResponse[] items = write(document("1", A).setPipeline("p"), document("2", A));
    for (BulkItemResponse item : items) {
      assertEquals(RestStatus.NOT_FOUND, item.getFailure().getStatus());
      assertThat(item.getFailureMessage(), containsString("no such index [news]"));
    }
    assertFalse(client().admin().indices().prepareExists("news").get().isExists());
    setting("action.auto_create_index", "-news,+*");
    items = write(document("1", A).setPipeline("p"));
    assertEquals(RestStatus.NOT_FOUND, items[0].getFailure().getStatus());
    assertFalse(client().admin().indices().prepareExists("news").get().isExists());
  }

  public void testSimulateNeverClaims() throws Exception {
    forgotten = false;
    remember(true);
    news();
    written(document("1", A));
    Map<String, Long> before = window();
    String docs =
        "{'docs':[{'_index':'news','_id':'2','_source':{'print':'#'}},"
            + "{'_index':'news','_id':'3','_source':{'print':'#'}}]}";
    SimulatePipelineResponse simulated =
        client()
            .admin()
            .cluster()
            .prepareSimulatePipeline(
                new BytesArray(docs.replace("#", Fingerprint.toHex(B)).replace('\'', '"')),
                MediaTypeRegistry.JSON)
            .setId("p")
            .get();
    List<Object> statuses = new ArrayList<>();
    simulated
        .getResults()
        .forEach(
            result -> {
              Map<?, ?> decision =
                  (Map<?, ?>)
                      ((SimulateDocumentBaseResult) result)
                          .getIngestDocument()
                          .getSourceAndMetadata()
                          .get("near_dup");
              assertEquals("index_only", decision.get("checked"));
              statuses.add(decision.get("status"));
            });
    assertEquals(before, window());
    assertEquals(2, statuses.size());
    written(document("4", B));
    assertNew("4");
    assertNotEquals(before, window());
  }

  private Map<String, Long> window() {
    Map<String, Long> sizes = new HashMap<>();
    services().forEach(home -> home.window().forEach((s, n) -> sizes.merge(s, n, Long::sum)));
    return sizes;
  }

  public void testTheSameIdWithAnotherText() throws Exception {
    news();
    written(document("1", A));
    written(document("1", B));
    assertNew("1");
    written(document("2", near(A)), document("3", near(B)));
    assertNew("2");
    assertDuplicate("3", "1");
    written(document("1", B));
    assertNew("1");
  }

  public void testTheSameIdTwiceInOneBulk() throws Exception {
    news();
    written(document("1", A), document("1", B), document("2", near(A)), document("3", near(B)));
    assertNew("1");
    // What is near to a text that is about to go is decided from the index alone.
    assertEquals("new", nearDup("news", "2").get("status"));
    assertDuplicate("3", "1");
    written(document("4", C), document("4", C));
    assertNew("4");
    written(document("5", near(C)), document("6", near(A)));
    assertDuplicate("5", "4");
    assertEquals(nearDup("news", "2").get("group"), nearDup("news", "6").get("group"));
  }

  /** Nothing is dropped, failed or rerouted for a canonical that is not there any more. */
  private void assertKeptWithoutItsCanonical(String parameters) throws Exception {
    pipeline(parameters);
    news();
    create("copies", "-1", 1);
    written(document("1", A));
    BulkItemResponse gone = write(document("2", near(A)))[0];
    assertFalse("while it is there", get("news", "2").isExists());
    assertTrue(
        gone.isFailed()
            || gone.getResponse().getResult() == DocWriteResponse.Result.NOOP
            || gone.getIndex().equals("copies"));
    written(new DeleteRequest("news", "1"));
    written(document("3", A));
    assertNew("3");
    written(document("3", B));
    written(document("4", A));
    assertNew("4");
    // Past the pipeline.
    written(document("4", B).setPipeline("_none"));
    written(document("5", A));
    assertNew("5");
  }

  public void testDropWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'drop'");
  }

  public void testFailWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'fail'");
  }

  public void testRerouteWithoutItsCanonical() throws Exception {
    assertKeptWithoutItsCanonical(",'on_duplicate':'reroute','to':'copies'");
  }
}
