// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.ingest.common.IngestCommonModulePlugin;
import org.opensearch.painless.PainlessModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.script.Script;

/**
 * Bulks in which documents depend on each other in odd ways: no text is lost in any, whatever
 * happens to duplicates.
 */
public class NearDupOddBulksTests extends NearDupDocumentsTestCase {
  private static final Map<String, Object> BROKEN = Map.of("number", "none");

  @Override
  protected Collection<Class<? extends Plugin>> nodePlugins() {
    List<Class<? extends Plugin>> plugins = new ArrayList<>(super.nodePlugins());
    plugins.add(IngestCommonModulePlugin.class);
    plugins.add(PainlessModulePlugin.class);
    return plugins;
  }

  private void pipelineOf(String id, String processors) {
    storePipeline(id, "{'processors':[" + near("drop") + "," + processors + "}");
  }

  private static String near(String onDuplicate) {
    return "{'near_dup':{'field':'print','precomputed':true,'ignore_missing':true,'on_duplicate':'"
        + onDuplicate
        + "'}}";
  }

  private static boolean isNoop(BulkItemResponse item) {
    return item.isFailed() == false
        && item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
  }

  /** It had to be written first. */
  private void assertRemoved(String... ids) throws Exception {
    for (String id : ids) {
      assertSoon(() -> assertFalse(id, get("news", id).isExists()));
    }
  }

  private void assertThere(String... ids) {
    for (String id : ids) {
      assertTrue(id, get("news", id).isExists());
    }
  }

  public void testDeletedInTheSameBulk() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(document("x", A), document("v", B));
    written(new DeleteRequest("news", "x"), document("y", near(A)));
    assertThere("y");
    written(document("w", near(B)), new DeleteRequest("news", "v"));
    assertThere("w");
  }

  public void testOverwrittenInTheSameBulk() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(document("x", A));
    written(document("y", near(A)), document("x", B));
    assertThere("y");
  }

  public void testMadeAndDeletedInTheSameBulk() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(document("x", A), document("y", near(A)), new DeleteRequest("news", "x"));
    assertThere("y");
  }

  /** A write to an existing id is never swallowed. */
  public void testRewriteOfADuplicate() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(document("x", A), document("y", B));
    BulkItemResponse item = write(document("y", near(A)))[0];
    assertEquals(DocWriteResponse.Result.UPDATED, item.getResponse().getResult());
    assertDuplicate("y", "x");
    assertTrue("a new id is dropped", isNoop(write(document("z", near(A)))[0]));
  }

  public void testRewriteIsNotRerouted() throws Exception {
    pipeline(",'on_duplicate':'reroute','to':'copies'");
    news();
    create("copies", "-1", 1);
    written(document("x", A), document("y", B));
    BulkItemResponse item = write(document("y", near(A)))[0];
    assertEquals("news", item.getIndex());
    assertDuplicate("y", "x");
  }

  public void testRewriteFails() throws Exception {
    pipeline(",'on_duplicate':'fail'");
    news();
    written(document("x", A), document("y", B));
    BulkItemResponse item = write(document("y", near(A)))[0];
    assertEquals(RestStatus.CONFLICT, item.getFailure().getStatus());
    assertNew("y");
  }

  /** What an update may write is not what it does write. */
  public void testUpdateWithAnUpsert() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(document("x", A), document("y", B));
    UpdateRequest update =
        new UpdateRequest("news", "x").doc(Map.of("number", 7)).upsert(source(near(B)));
    written(update);
    assertEquals(7, get("news", "x").getSource().get("number"));
    written(new UpdateRequest("news", "z").doc(Map.of("number", 8)).upsert(source(near(B))));
    assertDuplicate("z", "y");
  }

  public void testPartOfADocument() throws Exception {
    news();
    written(document("x", A));
    Map<?, ?> before = decision("x");
    BulkItemResponse item =
        write(new UpdateRequest("news", "x").doc(source(B)).docAsUpsert(true))[0];
    assertEquals(RestStatus.BAD_REQUEST, item.getFailure().getStatus());
    assertThat(item.getFailureMessage(), containsString("[doc_as_upsert]"));
    assertThat(item.getFailureMessage(), containsString("[index]"));
    assertEquals(before, decision("x"));
  }

  public void testTheFirstFailsToBeMapped() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    BulkItemResponse[] items =
        write(
            document("news", "x", A, BROKEN),
            document("y", near(A)),
            document("z", B),
            document("w", near(B)));
    assertEquals(RestStatus.BAD_REQUEST, items[0].getFailure().getStatus());
    assertEquals("y", items[1].getId());
    assertEquals(DocWriteResponse.Result.CREATED, items[1].getResponse().getResult());
    assertEquals(DocWriteResponse.Result.CREATED, items[3].getResponse().getResult());
    assertThere("y", "z");
    assertRemoved("w");
    // while y is promoted, v is written first and removed after
    write(document("v", near(A)));
    assertRemoved("v");
    assertThere("y", "z");
  }

  public void testTheFirstFailsAndOthersConflict() throws Exception {
    pipeline(",'on_duplicate':'fail'");
    news();
    BulkItemResponse[] items = write(document("news", "x", A, BROKEN), document("y", near(A)));
    assertTrue(items[0].isFailed());
    assertFalse(items[1].getFailureMessage(), items[1].isFailed());
    assertThere("y");
  }

  /** Every second document fails; the others are all copies of one that does. */
  public void testManyFail() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    List<IndexRequest> requests = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      requests.add(document("news", "x" + i, A, i % 2 == 0 ? BROKEN : Map.of("number", i)));
    }
    for (BulkItemResponse item : write(requests.toArray(IndexRequest[]::new))) {
      assertEquals(item.getItemId() % 2 == 0, item.isFailed());
    }
    assertTrue(get("news", "x1").isExists());
  }

  public void testDeadLetter() throws Exception {
    String dead =
        "{'fail':{'if':'ctx.number == 1','message':'bad'}}],'on_failure':["
            + "{'set':{'field':'_index','value':'dead'}}]";
    pipelineOf("p", dead);
    news();
    create("dead", "-1", 1);
    client()
        .admin()
        .indices()
        .prepareUpdateSettings("dead")
        .setSettings(Map.of("index.default_pipeline", "_none"))
        .get();
    BulkItemResponse[] items =
        write(document("news", "x", A, Map.of("number", 1)), document("y", near(A)));
    assertEquals("dead", items[0].getIndex());
    assertThere("y");
    assertEquals("dead", write(document("news", "v", B, Map.of("number", 1)))[0].getIndex());
    written(document("w", near(B)));
    assertThere("w");
  }

  public void testALaterProcessorDropsTheFirst() throws Exception {
    pipelineOf("p", "{'drop':{'if':'ctx.number == 1'}}]");
    news();
    BulkItemResponse[] items =
        write(
            document("news", "x", A, Map.of("number", 1)),
            document("y", near(A)),
            document("news", null, B, Map.of("number", 1)),
            document("z", near(B)));
    assertTrue(isNoop(items[0]));
    assertTrue(isNoop(items[2]));
    assertThere("y", "z");
    written(document("w", near(A)));
    assertFalse(nearDup("news", "y").toString(), get("news", "w").isExists());
  }

  /** The same id in two indexes: what becomes of one says nothing of the other. */
  public void testOneIdInTwoIndexes() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    create("other", "-1", 1);
    for (int i = 0; i < 6; i++) {
      long print = randomLong();
      boolean broken = i % 2 == 0;
      BulkItemResponse[] items =
          write(
              document("news", "id" + i, print, broken ? BROKEN : Map.of()),
              document("other", "id" + i, ~print, broken ? Map.of() : BROKEN));
      assertEquals(broken, items[0].isFailed());
      assertEquals(broken == false, items[1].isFailed());
      String good = broken ? "other" : "news";
      String bad = broken ? "news" : "other";
      assertFalse(isNoop(write(document(bad, "n" + i, broken ? print : ~print))[0]));
      assertTrue(isNoop(write(document(good, "n" + i, broken ? ~print : print))[0]));
      assertNull(nearDup(bad, "n" + i).toString(), nearDup(bad, "n" + i).get("checked"));
    }
  }

  /** Two decisions on one document, of which each is told how it ended. */
  public void testTwoProcessors() throws Exception {
    String json =
        "{'processors':[{'near_dup':{'field':'print','precomputed':true,'reveal':true}},"
            + "{'near_dup':{'field':'print','max_distance':0,'precomputed':true,"
            + "'indices':['news'],'domain':'same','target_field':'same'}}]}";
    storePipeline("p", json);
    Map<String, Object> properties = new HashMap<>();
    ((Map<?, ?>) mapping().get("properties"))
        .forEach((field, type) -> properties.put((String) field, type));
    properties.put("same", properties.get("near_dup"));
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(Map.of("index.default_pipeline", "p", "index.refresh_interval", "-1"))
            .setMapping(Map.of("properties", properties))
            .get());
    ensureGreen();
    written(document("x", A));
    written(document("y", A), document("z", near(A)));
    assertDuplicate("y", "x");
    assertDuplicate("z", "x");
    Map<?, ?> same = (Map<?, ?>) get("news", "y").getSource().get("same");
    assertEquals("duplicate", same.get("status"));
    assertNull(same.toString(), same.get("checked"));
    same = (Map<?, ?>) get("news", "z").getSource().get("same");
    assertEquals("new", same.get("status"));
    assertNull(same.toString(), same.get("checked"));
  }

  /** Ids that the pipeline sets are known only when it has run. */
  private void settingIds(String onDuplicate) {
    storePipeline(
        "p",
        "{'processors':[{'script':{'source':'ctx._id = ctx.name'}}," + near(onDuplicate) + "]}");
    news();
  }

  private static IndexRequest named(String name, long print) {
    return document("news", null, print, Map.of("name", name));
  }

  public void testThePipelineSetsIds() throws Exception {
    settingIds(randomFrom("drop", "fail"));
    written(named("x", A), named("y", near(A)), new DeleteRequest("news", "x"));
    assertThere("y");
    written(named("v", B));
    written(named("w", near(B)), named("v", C));
    assertThere("w");
    long print = ~C;
    written(named("a", print), named("b", near(print)), named("a", randomLong()));
    assertThere("b");
  }

  public void testThePipelineSetsTheIdOfADuplicateOfOneThatFails() throws Exception {
    settingIds(randomFrom("drop", "fail"));
    BulkItemResponse[] items =
        write(
            document("news", null, A, Map.of("name", "x", "number", "none")),
            document("news", null, near(A), Map.of("name", "y")));
    assertTrue(items[0].isFailed());
    assertThere("y");
  }

  public void testTheLastVersionStays() throws Exception {
    pipeline(",'on_duplicate':'" + randomFrom("drop", "fail") + "'");
    news();
    write(
        document("news", "x", A, BROKEN),
        document("news", "i", near(A), Map.of("number", 1)),
        document("news", "i", B, Map.of("number", 2)),
        document("news", "j", near(A), Map.of()),
        new DeleteRequest("news", "j"));
    assertEquals(2, get("news", "i").getSource().get("number"));
    assertFalse(get("news", "j").isExists());
  }

  public void testNotReroutedForOneThatFails() throws Exception {
    pipeline(",'on_duplicate':'reroute','to':'copies'");
    news();
    create("copies", "-1", 1);
    write(document("news", "x", A, BROKEN), document("y", near(A)));
    assertThere("y");
  }

  /** Another action of the same _id has a part of a document only. */
  public void testWholeDocumentBesideAPart() throws Exception {
    news();
    BulkItemResponse[] items =
        write(
            document("x", A),
            new UpdateRequest("news", "x").doc(Map.of("number", 1)).docAsUpsert(true));
    assertFalse(items[0].getFailureMessage(), items[0].isFailed());
    assertEquals(RestStatus.BAD_REQUEST, items[1].getFailure().getStatus());
  }

  /** As change data capture writes it: no copy is in doubt, before or after it is forgotten. */
  public void testWrittenAndUpdated() throws Exception {
    news();
    written(document("x", A), new UpdateRequest("news", "x").doc(Map.of("number", 4)));
    written(document("y", near(A)));
    assertDuplicate("y", "x");
    forgotten = true;
    remember(false);
    settled();
    written(document("z", A));
    assertDuplicate("z", "x");
  }

  public void testTheSameIdByTwoRoutings() throws Exception {
    create("news", "-1", 3);
    written(document("x", A).routing("a"), document("x", B).routing("b"));
    written(document("y", near(A)), document("z", near(B)));
    assertEquals("duplicate", decision("y").get("status"));
    assertEquals("duplicate", decision("z").get("status"));
  }

  /** What a script makes of an upsert is not what was compared. */
  public void testScriptedUpsert() throws Exception {
    news();
    Script script = new Script("ctx._source.print = '" + Fingerprint.toHex(B) + "'");
    UpdateRequest upsert =
        new UpdateRequest("news", "x").script(script).scriptedUpsert(true).upsert(source(A));
    BulkItemResponse[] items = write(upsert, document("y", near(A)), document("z", B));
    assertEquals(RestStatus.BAD_REQUEST, items[0].getFailure().getStatus());
    assertThat(items[0].getFailureMessage(), containsString("[scripted_upsert]"));
    assertNew("y");
    assertNew("z");
    // A single one is compared as the script has made it.
    client().update(upsert).actionGet();
    assertDuplicate("x", "z");
  }

  private long shown(long print) {
    return Arrays.stream(
            client()
                .prepareSearch("news")
                .setQuery(QueryBuilders.termQuery("near_dup.status", "new"))
                .get()
                .getHits()
                .getHits())
        .map(hit -> Fingerprint.parse((String) hit.getSourceAsMap().get("print")))
        .filter(other -> Fingerprint.distance(print, other) <= 3)
        .count();
  }

  /** Whatever becomes of the first copy, the filter {@code near_dup.status: new} shows one. */
  public void testThereIsAlwaysACanonical() throws Exception {
    storePipeline("p", "{'processors':[" + near("tag") + ",{'drop':{'if':'ctx.number == 3'}}]}");
    news();
    client()
        .bulk(
            new BulkRequest()
                .add(document("news", "x", A, randomBoolean() ? BROKEN : Map.of("number", 3)))
                .add(document("y", near(A)))
                .add(document("z", near(A))))
        .actionGet();
    client().admin().indices().prepareRefresh("news").get();
    assertEquals("at once", 1, shown(A));
    assertEquals("new", decision("y").get("status"));
    assertEquals(decision("y").get("group"), decision("z").get("group"));
    written(document("w", A));
    assertEquals("duplicate", decision("w").get("status"));
  }

  /** What the bulk itself deletes or overwrites is no canonical afterwards. */
  public void testAnotherOneIsPromoted() throws Exception {
    pipeline(",'on_duplicate':'" + randomFrom("tag", "drop") + "'");
    news();
    written(
        document("x", A),
        document("y", near(A)),
        randomBoolean() ? new DeleteRequest("news", "x") : document("x", C));
    assertSoon(() -> assertEquals("new", nearDup("news", "y").get("status")));
    client().admin().indices().prepareRefresh("news").get();
    assertEquals(1, shown(A));
  }

  /** What comes out of a pipeline core cannot always take: then the bulk fails, and soon. */
  public void testWhatCoreCannotTakeAfterwards() throws Exception {
    storePipeline("p", "{'processors':[" + near("tag") + "," + SET_VERSION_TYPE + "]}");
    news();
    BulkRequest bulk = versions();
    if (randomBoolean()) {
      bulk.requests().remove(0);
    }
    Exception e =
        expectThrows(Exception.class, () -> client().bulk(bulk).actionGet(20, TimeUnit.SECONDS));
    assertFalse("it is not answered", e instanceof OpenSearchTimeoutException);
  }

  /** Before it is decided, the document alone fails. */
  public void testWhatCoreCannotTake() throws Exception {
    storePipeline("p", "{'processors':[" + SET_VERSION_TYPE + "," + near("tag") + "]}");
    news();
    BulkItemResponse[] items = client().bulk(versions()).actionGet().getItems();
    assertFalse(items[0].getFailureMessage(), items[0].isFailed());
    assertEquals(RestStatus.BAD_REQUEST, items[1].status());
    assertTrue(items[1].getFailureMessage(), items[1].getFailureMessage().contains("[foo]"));
  }

  private static final String SET_VERSION_TYPE =
      "{'script':{'source':'ctx._version_type = ctx.type'}}";

  private static BulkRequest versions() {
    return new BulkRequest()
        .add(document("news", "x", A, Map.of("type", "internal", "number", 1)))
        .add(document("news", "y", B, Map.of("type", "foo")));
  }

  public void testAnImpossibleIndex() throws Exception {
    String near = near("tag");
    if (randomBoolean()) {
      near = near.replace("{'field'", "{'if':'true','field'");
    } else if (randomBoolean()) {
      storePipeline("inner", "{'processors':[" + near + "]}");
      near = "{'pipeline':{'name':'inner'}}";
    }
    storePipeline(
        "p",
        "{'processors':[{'script':{'source':'ctx._index = ctx.to','if':'ctx.to != null'}},"
            + near
            + "]}");
    news();
    BulkItemResponse[] items =
        write(
            document("x", A),
            document("news", "y", B, Map.of("to", randomFrom("<>", "<a{b>", "A B"))),
            document("z", C));
    assertFalse(items[0].isFailed());
    assertEquals(items[1].getFailureMessage(), RestStatus.BAD_REQUEST, items[1].status());
    assertFalse(items[2].isFailed());
  }

  public void testUpdateOfOneThatIsNotThere() throws Exception {
    pipeline(",'on_duplicate':'" + randomFrom("drop", "fail") + "'");
    news();
    written(document("x", A));
    UpdateRequest update =
        new UpdateRequest("news", "y").doc(Map.of("number", 1)).upsert(source(near(A)));
    assertEquals(RestStatus.CREATED, client().update(update).actionGet().status());
  }

  /** A canonical that is overwritten or deleted long after it was written leaves its group. */
  public void testTheCanonicalGoesLater() throws Exception {
    news();
    written(document("x", A), document("y", near(A)), document("v", B), document("w", near(B)));
    forgotten = true;
    remember(false);
    settled();
    written(document("x", C), new DeleteRequest("news", "v"));
    assertSoon(() -> assertEquals("new", nearDup("news", "y").get("status")));
    assertSoon(() -> assertEquals("new", nearDup("news", "w").get("status")));
  }

  /** The first member goes over to a group that it is near to as well; the next one stays. */
  public void testTheFirstMemberIsOfAnotherGroup() throws Exception {
    news();
    written(document("x", A ^ 3));
    written(document("first", A), document("next", A ^ 3 ^ (1L << 40)));
    written(document("other", A ^ 12));
    assertNew("x", "other");
    assertDuplicate("next", "x");
    forgotten = true;
    remember(false);
    settled();
    written(new DeleteRequest("news", "x"));
    assertSoon(() -> assertNew("next"));
    assertSoon(() -> assertDuplicate("first", "other"));
  }

  private static IndexRequest decided(String id, long print, Map<String, Object> decision) {
    Map<String, Object> whole = new HashMap<>(decision);
    whole.put("group", "0000000000000001-0000000000000002");
    return document("news", id, print, Map.of("near_dup", whole)).setPipeline("_none");
  }

  /** The node that was to delete a duplicate is gone; the next home does it. */
  public void testLeftToBeDeleted() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(
        decided("x", A, Map.of("status", "new", "seq", 1)),
        decided("y", near(A), Map.of("status", "duplicate", "seq", 2, "checked", "removable")),
        decided("far", B, Map.of("status", "duplicate", "seq", 3, "checked", "removable")));
    client().admin().indices().prepareRefresh("news").get();
    written(document("z", C));
    assertRemoved("y");
    assertThere("x", "far");
  }
}
