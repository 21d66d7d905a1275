// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.script.Script;

/**
 * Bulks in which documents depend on each other in odd ways: no text is lost in any, whatever
 * happens to duplicates.
 */
public class NearDupOddBulksTests extends NearDupDocumentsTestCase {
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

  /** Duplicates go to an index of its own name, whatever the other documents are written by. */
  public void testReroutedFromWhatMustBeAnAlias() throws Exception {
    pipeline(",'on_duplicate':'reroute','to':'copies'");
    news();
    assertAcked(client().admin().indices().prepareAliases().addAlias("news", "stories"));
    String id = randomFrom("y", null);
    for (String name : List.of("stories", "news")) {
      written(document(name, "x", A));
      BulkItemResponse item = write(document(name, id, near(A)).setRequireAlias(true))[0];
      if (name.equals("stories")) {
        assertFalse(item.getFailureMessage(), item.isFailed());
        assertEquals("copies", item.getIndex());
      } else {
        assertThat(item.getFailureMessage(), containsString("[news] is not an alias"));
      }
    }
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

  /** Core makes a bulk of it that does not say that it was an update. */
  public void testUpdateOfOneThatIsNotThere() throws Exception {
    news();
    for (String action : List.of("drop", "fail")) {
      pipeline(",'on_duplicate':'" + action + "'");
      written(document("x", A));
      UpdateRequest update =
          new UpdateRequest("news", action).doc(Map.of("number", 1)).upsert(source(near(A)));
      assertEquals(RestStatus.CREATED, client().update(update).actionGet().status());
      assertDuplicate(action, "x");
      assertNull("it stays", decision(action).get("checked"));
    }
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
