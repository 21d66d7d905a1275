// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.action.ActionFuture;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;

/** An index that maps nothing, and the documents that have it mapped. */
public class NearDupFirstDocumentsTests extends NearDupDocumentsTestCase {

  /** Many bulks through all nodes at once need the same fields, and none of them is lost. */
  public void testManyAtOnce() throws Exception {
    forgotten = false;
    remember(true);
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put("index.number_of_shards", 2)
                    .put("index.number_of_replicas", 1)
                    .put("index.default_pipeline", "p")));
    ensureGreen();
    List<ActionFuture<BulkResponse>> bulks = new ArrayList<>();
    int documents = 0;
    for (int round = 0; round < 5; round++) {
      for (String node : internalCluster().getNodeNames()) {
        BulkRequest bulk = new BulkRequest();
        bulk.add(document("d" + documents++, A)).add(document("d" + documents++, A));
        bulks.add(internalCluster().client(node).bulk(bulk));
      }
    }
    for (ActionFuture<BulkResponse> bulk : bulks) {
      BulkResponse written = bulk.actionGet();
      assertFalse(written.buildFailureMessage(), written.hasFailures());
    }
    settled();
    long originals =
        IntStream.range(0, documents)
            .filter(i -> "new".equals(decision("d" + i).get("status")))
            .count();
    assertEquals(1, originals);
    Map<?, ?> mapped = mapped("news");
    assertEquals("simhash", ((Map<?, ?>) mapped.get("print")).get("type"));
    assertEquals(Map.of("type", "near_dup"), mapped.get("near_dup"));
  }

  /** What is not decided is mapped as what will be, also if it lacks what is mapped already. */
  public void testWhileItIsOff() throws Exception {
    pipeline(",'keep':[{'clicks':'desc'}]");
    setting("plugins.near_dup.ingest.enabled", "false");
    unmapped();
    assertAcked(
        client().admin().indices().preparePutMapping("news").setSource("clicks", "type=long"));
    written(document("a", A));
    assertEquals(source(A), get("news", "a").getSource());
    setting("plugins.near_dup.ingest.enabled", "true");
    written(document("b", B));
    assertNew("b");
  }

  /** Which core refuses as well, document by document. */
  public void testNamesOfNoIndexWhileItIsOff() throws Exception {
    storePipeline(
        "p",
        "{'processors':[{'script':{'source':'ctx._index = ctx.to'}},"
            + "{'near_dup':{'field':'print','precomputed':true}}]}");
    setting("plugins.near_dup.ingest.enabled", "false");
    unmapped();
    BulkRequest bulk = new BulkRequest();
    for (String to : List.of("news", "<a{>")) {
      bulk.add(document("news", to, A, Map.of("to", to)));
    }
    BulkResponse answer = client().bulk(bulk).actionGet(TimeValue.timeValueSeconds(30));
    assertFalse(answer.getItems()[0].isFailed());
    assertTrue(answer.getItems()[1].isFailed());
  }

  public void testOneThatFailsAndIsWritten() throws Exception {
    pipeline(",'window':{'field':'at','age':'1d'},'ignore_failure':true");
    unmapped();
    written(document("a", A));
    assertEquals(source(A), get("news", "a").getSource());
    written(document("news", "b", B, Map.of("at", "2026-07-01")));
    assertNew("b");
  }

  /** One lacks what none of its bulk has, the other has no text that can be signed. */
  public void testOneThatCannotBeReadAndIsWritten() throws Exception {
    storePipeline(
        "p",
        "{'processors':[{'near_dup':{'stages':[{'exact':'url'},{'fields':['title','content']}],"
            + "'scope':'lang','ignore_failure':true}}]}");
    Map<String, Object> unread = Map.of("url", "u", "lang", "en", "title", Map.of("is", "none"));
    for (Map<String, Object> first : List.of(Map.<String, Object>of("url", "u"), unread)) {
      unmapped();
      written(new IndexRequest("news").id("a").source(first));
      assertEquals(first, get("news", "a").getSource());
      assertEquals(first.containsKey("lang"), mapped("news").containsKey("lang"));
      written(new IndexRequest("news").id("b").source(Map.of("url", "u", "lang", "en")));
      assertNew("b");
      assertAcked(client().admin().indices().prepareDelete("news"));
    }
  }

  private static void unmapped() {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(Settings.builder().put("index.default_pipeline", "p")));
  }

  /** The document is not stored by the id that it was decided by. */
  public void testAnUpsertWhoseIdThePipelineSets() throws Exception {
    storePipeline(
        "p",
        "{'processors':[{'set':{'field':'_id','value':'other'}},"
            + "{'near_dup':{'field':'print','precomputed':true}}]}");
    unmapped();
    UpdateRequest upsert =
        new UpdateRequest("news", "x").doc(Map.of("number", 1)).upsert(source(A));
    BulkResponse written = client().bulk(new BulkRequest().add(upsert)).actionGet();
    assertFalse(written.buildFailureMessage(), written.hasFailures());
    assertEquals(Map.of("type", "near_dup"), mapped("news").get("near_dup"));
  }
}
