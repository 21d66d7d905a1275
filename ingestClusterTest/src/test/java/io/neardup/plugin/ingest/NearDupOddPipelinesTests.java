// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.OpenSearchTimeoutException;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.rest.RestStatus;

/**
 * Pipelines that do something odd before or after {@code near_dup}: they fail, drop documents, name
 * them, send them elsewhere, or compare them twice. No text is lost in any.
 */
public class NearDupOddPipelinesTests extends NearDupDocumentsTestCase {
  private static final String SET_VERSION_TYPE =
      "{'script':{'source':'ctx._version_type = ctx.type'}}";

  private void pipelineOf(String id, String processors) {
    storePipeline(id, "{'processors':[" + near("drop") + "," + processors + "}");
  }

  private static String near(String onDuplicate) {
    return "{'near_dup':{'field':'print','precomputed':true,'ignore_missing':true,'on_duplicate':'"
        + onDuplicate
        + "'}}";
  }

  private static void pipelineOfIndex(String index, String pipeline) {
    client()
        .admin()
        .indices()
        .prepareUpdateSettings(index)
        .setSettings(Map.of("index.default_pipeline", pipeline))
        .get();
  }

  public void testDeadLetter() throws Exception {
    String dead =
        "{'fail':{'if':'ctx.number == 1','message':'bad'}}],'on_failure':["
            + "{'set':{'field':'_index','value':'dead'}}]";
    pipelineOf("p", dead);
    news();
    create("dead", "-1", 1);
    pipelineOfIndex("dead", "_none");
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

  /** One of two documents of the same id is dropped, and core has the answers in another order. */
  public void testDropsOneOfTwoOfAnId() throws Exception {
    storePipeline("p", "{'processors':[" + near("tag") + ",{'drop':{'if':'ctx.number == 1'}}]}");
    storePipeline("q", "{'processors':[{'fail':{'message':'bad'}}]}");
    news();
    create("other", "-1", 1);
    pipelineOfIndex("other", "q");
    forgotten = false;
    remember(true);
    BulkItemResponse[] items =
        write(
            document("a", 1L << 10),
            document("b", 7L << 20),
            document("news", "i", A, Map.of("number", 1)),
            document("i", B),
            document("c", 31L << 30),
            document("other", "f", C));
    assertTrue(isNoop(items[2]));
    assertTrue(items[5].isFailed());
    written(document("y", near(B)));
    assertNew("i");
    assertEquals("duplicate", decision("y").get("status"));
  }

  public void testAnIdThatIsNone() throws Exception {
    storePipeline("p", "{'processors':[{'script':{'source':'ctx._id = 5'}}," + near("tag") + "]}");
    news();
    BulkItemResponse[] items = write(document("x", A), document("y", B));
    assertEquals(RestStatus.BAD_REQUEST, items[0].status());
    assertThat(items[0].getFailureMessage(), containsString("has set metadata"));
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

  /** What the pipeline makes of a name must be an alias as well. */
  public void testNoIndexIsMadeInPlaceOfAnAlias() throws Exception {
    String set = "{'script':{'if':'ctx.lang != null','source':'ctx._index += ctx.lang'}},";
    storePipeline("p", "{'processors':[" + set + near("tag") + "]}");
    for (IndexRequest request :
        List.of(
            document("news-", "x", A, Map.of("lang", "en")), document("<news-{now/d}>", "x", A))) {
      BulkItemResponse item = write(request.setPipeline("p").setRequireAlias(true))[0];
      assertEquals(item.getFailureMessage(), RestStatus.NOT_FOUND, item.status());
    }
    assertEquals(List.of(), List.of(client().admin().indices().prepareGetIndex().get().indices()));
  }

  /** If it sets the index as well, it cannot be told of which action a document is. */
  public void testThePipelineSetsTheIdOfAPart() throws Exception {
    String set =
        "{'script':{'if':'ctx.key != null','source':'ctx._id = ctx.key;"
            + "if (ctx.to != null) {ctx._index = ctx.to}'}},";
    String twice =
        near("tag").replace("'field'", "'target_field':'b','indices':'news','domain':'b','field'");
    storePipeline("p", "{'processors':[" + set + near("drop") + "," + twice + "]}");
    news();
    written(document("x", A), document("u", B));
    Map<?, ?> before = decision("u");
    Map<String, Object> keyed = Map.of("key", "u", "number", 1);
    BulkItemResponse[] items =
        write(
            new UpdateRequest("news", "u").doc(keyed).docAsUpsert(true),
            document("news", "w", C, Map.of("key", "w", "to", "news")),
            document("news", "o", 0x0f0f0f0f0f0f0f0fL, Map.of("key", "s")),
            document("v", near(C)),
            document(null, near(C)));
    assertThat(items[0].getFailureMessage(), containsString("[doc_as_upsert]"));
    assertThat(items[1].getFailureMessage(), containsString("[_id]"));
    assertFalse(items[2].getFailureMessage(), items[2].isFailed());
    assertFalse(items[3].getFailureMessage(), items[3].isFailed());
    assertFalse(items[4].getFailureMessage(), items[4].isFailed());
    assertEquals(before, decision("u"));
    assertNew("x", "v", "s");
  }

  /** What an upsert makes is not deleted. */
  public void testThePipelineSetsTheIdOfAnUpsert() throws Exception {
    settingIds("drop");
    written(named("x", A));
    UpdateRequest update = new UpdateRequest("news", "y").doc(Map.of("number", 1));
    written(update.upsert(Map.of("name", "y", "print", source(near(A)).get("print"))));
    assertEquals("duplicate", decision("y").get("status"));
    assertNull(decision("y").get("checked"));
  }
}
