// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.ingest.SimulateDocumentBaseResult;
import org.opensearch.action.ingest.SimulatePipelineResponse;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.test.InternalTestCluster;
import org.opensearch.test.NodeRoles;

/** What the parameters of near_dup do on a cluster, whichever node takes the documents. */
public class NearDupOnClusterTests extends NearDupDocumentsTestCase {

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
        containsString("[indices] [news-*] of near_dup must include the index that is written to"));
  }

  private void alias(String alias, String index, Boolean write) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareAliases()
            .addAliasAction(
                IndicesAliasesRequest.AliasActions.add()
                    .index(index)
                    .alias(alias)
                    .writeIndex(write)));
  }

  private void assertOneGroup(String index, String... ids) {
    Object group = decision(index, ids[0]).get("group");
    assertEquals("new", decision(index, ids[0]).get("status"));
    for (int i = 1; i < ids.length; i++) {
      assertEquals(ids[i], "duplicate", decision(index, ids[i]).get("status"));
      assertEquals(ids[i], group, decision(index, ids[i]).get("group"));
    }
  }

  /** By whichever name they are written: before any refresh they are claims of one domain. */
  public void testAnAliasAndItsIndexAreOneDomain() throws Exception {
    forgotten = false;
    remember(true);
    create("news-1", "-1", 1);
    alias("news", "news-1", null);
    written(document("news", "1", A));
    written(document("news-1", "2", near(A)));
    written(document("news-1", "3", B), document("news", "4", near(B)));
    assertOneGroup("news-1", "1", "2");
    assertEquals(decision("news-1", "3").get("group"), decision("news-1", "4").get("group"));
  }

  public void testARolloverAliasAndItsIndexesAreOneDomain() throws Exception {
    forgotten = false;
    remember(true);
    create("roll-1", "-1", 1);
    alias("roll", "roll-1", true);
    written(document("roll", "1", A));
    written(document("roll-1", "2", near(A)));
    assertOneGroup("roll-1", "1", "2");
    create("roll-2", "-1", 1);
    alias("roll", "roll-1", false);
    alias("roll", "roll-2", true);
    written(document("roll", "3", near(A)));
    written(document("roll-1", "4", near(A)), document("roll-2", "5", near(A)));
    Object group = decision("roll-1", "1").get("group");
    assertEquals(group, decision("roll-2", "3").get("group"));
    assertEquals(group, decision("roll-1", "4").get("group"));
    assertEquals(group, decision("roll-2", "5").get("group"));
    assertFalse("of another index", decision("roll-2", "5").containsKey("of"));
  }

  /** The index that the first document makes belongs to an alias, as its template says. */
  public void testAnIndexIsMadeWithItsAlias() throws Exception {
    forgotten = false;
    remember(true);
    template("log-*", false, Map.of("log", AliasMetadata.builder("log").writeIndex(true).build()));
    written(document("log-1", "1", A).setPipeline("p"));
    written(document("log", "2", near(A)));
    assertOneGroup("log-1", "1", "2");
  }

  public void testIndicesAreASet() throws Exception {
    forgotten = false;
    remember(true);
    create("news-a", "-1", 1);
    create("news-b", "-1", 1);
    pipeline("p", "'field':'print','indices':['news-a','news-b']");
    pipeline("q", "'field':'print','indices':['news-b','news-a','news-b']");
    written(document("news-a", "1", A));
    written(document("news-a", "2", near(A)).setPipeline("q"));
    assertOneGroup("news-a", "1", "2");
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

  /** Each waits until nothing of the other is on its way. */
  public void testContradictingPipelines() throws Exception {
    pipeline("q", "'field':'print','max_distance':2");
    news();
    written(document("1", A));
    written(document("2", A).setPipeline("q"), document("3", B).setPipeline("q"));
    assertDuplicate("2", "1");
    assertNew("3");
    written(document("4", near(B)));
    assertDuplicate("4", "3");
  }

  /** One bulk cannot wait for itself; its client sends the refused part again. */
  public void testContradictingPipelinesInABulk() throws Exception {
    pipeline("q", "'field':'print','max_distance':2");
    news();
    BulkItemResponse[] items = write(document("1", A), document("2", A).setPipeline("q"));
    BulkItemResponse refused =
        Arrays.stream(items).filter(BulkItemResponse::isFailed).findAny().get();
    assertEquals(RestStatus.TOO_MANY_REQUESTS, refused.getFailure().getStatus());
    assertThat(
        refused.getFailureMessage(),
        containsString(
            "two pipelines with different parameters share the near_dup domain [news]:"
                + " [stages] was"));
    assertThat(refused.getFailureMessage(), containsString("or give each its own [domain]"));
    String id = refused.getId();
    written("1".equals(id) ? document("1", A) : document("2", A).setPipeline("q"));
    assertDuplicate(id, "1".equals(id) ? "2" : "1");
  }

  public void testTwoPipelinesOfOneDomain() throws Exception {
    pipeline("q", "'field':'print','on_duplicate':'drop'");
    news();
    written(document("1", A));
    written(
        document("2", near(A)),
        document("3", near(A)).setPipeline("q"),
        document("4", B).setPipeline("q"),
        document("5", B));
    assertSoon(() -> assertFalse(get("news", "3").isExists()));
    assertDuplicate("2", "1");
    // Which pipeline comes first in a bulk is core's business.
    if ("new".equals(decision("5").get("status"))) {
      assertSoon(() -> assertFalse(get("news", "4").isExists()));
    } else {
      assertDuplicate("5", "4");
    }
  }

  public void testCustomRouting() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    create("news", "-1", 3);
    for (int i = 0; i < 5; i++) {
      long print = A ^ (0x1fffffL << (8 * i));
      String id = "first-" + i;
      written(document(id, print).routing("x" + i));
      for (BulkItemResponse item :
          write(document("y" + i, print).routing("y"), document("z" + i, near(print)))) {
        assertEquals(DocWriteResponse.Result.NOOP, item.getResponse().getResult());
      }
      written(new DeleteRequest("news", id).routing("x" + i));
      written(document("again-" + i, print).routing("z"));
      GetResponse again = client().prepareGet("news", "again-" + i).setRouting("z").get();
      assertEquals("new", ((Map<?, ?>) again.getSource().get("near_dup")).get("status"));
    }
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
              statuses.add(decision.get("status"));
            });
    assertEquals(before, window());
    assertEquals(List.of("unchecked", "unchecked"), statuses);
    written(document("4", B));
    assertNew("4");
    assertNotEquals(before, window());
  }

  private Map<String, Long> window() {
    Map<String, Long> sizes = new HashMap<>();
    services().forEach(home -> home.window().forEach((s, n) -> sizes.merge(s, n, Long::sum)));
    return sizes;
  }
}
