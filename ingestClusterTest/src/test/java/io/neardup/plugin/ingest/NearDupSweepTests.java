// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.HashMap;
import java.util.Map;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;

/**
 * What nobody remembers is found in the index: whoever was to look after these groups is gone, and
 * no document of theirs is written any more.
 */
public class NearDupSweepTests extends NearDupDocumentsTestCase {
  private static IndexRequest stored(String id, long print, String group, Map<String, ?> decision) {
    Map<String, Object> whole = new HashMap<>(decision);
    whole.put("group", "0000000000000001-000000000000000" + group);
    return document("news", id, print, Map.of("near_dup", whole)).setPipeline("_none");
  }

  private void refresh() {
    client().admin().indices().prepareRefresh("news").get();
  }

  private void assertBecomesNew(String index, String id) throws Exception {
    assertSoon(() -> assertEquals("new", nearDup(index, id).get("status")));
  }

  /** Where no document was ever decided on this node. */
  public void testWithoutACanonical() throws Exception {
    news();
    written(
        stored("x", A, "1", Map.of("status", "duplicate", "seq", 2)),
        stored("y", near(A), "1", Map.of("status", "duplicate", "seq", 3)),
        stored("z", B, "2", Map.of("status", "duplicate", "seq", -1, "checked", "index_only")));
    refresh();
    assertBecomesNew("news", "x");
    assertBecomesNew("news", "z");
    assertEquals("duplicate", nearDup("news", "y").get("status"));
  }

  public void testLeftToBeRemoved() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(
        stored("x", A, "1", Map.of("status", "new", "seq", 1)),
        stored("y", A, "1", Map.of("status", "duplicate", "seq", 2, "checked", "removable")));
    refresh();
    assertSoon(() -> assertFalse(get("news", "y").isExists()));
    assertNew("x");
  }

  /** Nothing is deleted for it before it is decided once more, as when it is written again. */
  public void testOfACanonicalThatMayBeWrong() throws Exception {
    pipeline(",'on_duplicate':'drop'");
    news();
    written(
        stored("x", A, "1", Map.of("status", "new", "seq", 1, "checked", "index_only")),
        stored("y", A, "1", Map.of("status", "duplicate", "seq", 2, "checked", "removable")),
        stored("z", B, "2", Map.of("status", "new", "seq", 3)),
        stored("v", B, "2", Map.of("status", "duplicate", "seq", 4, "checked", "removable")));
    refresh();
    assertRemoved("v");
    assertThere("y");
    written(document("x", A));
    assertRemoved("y");
    assertNew("x");
  }

  /** It may not be deleted for what nothing tells to be better any more. */
  public void testLeftToReplaceWithoutAnOrder() throws Exception {
    news();
    written(
        stored("x", A, "1", Map.of("status", "new", "seq", 1)),
        stored("y", A, "1", Map.of("status", "duplicate", "seq", 2, "checked", "replaces")));
    refresh();
    assertSoon(() -> assertNull(nearDup("news", "y").get("checked")));
    assertEquals("duplicate", decision("y").get("status"));
  }

  /** More groups than an aggregation may answer with. */
  public void testFewBuckets() throws Exception {
    setting("search.max_buckets", "2");
    news();
    IndexRequest[] stored = new IndexRequest[5];
    IndexRequest[] next = new IndexRequest[5];
    for (int i = 0; i < stored.length; i++) {
      long print = randomLong();
      Map<String, Object> decision = Map.of("status", "duplicate", "seq", i);
      stored[i] = stored("x" + i, print, Integer.toString(i), decision);
      next[i] = document("y" + i, near(print));
    }
    written(stored);
    refresh();
    written(next);
    for (int i = 0; i < next.length; i++) {
      assertEquals(nearDup("news", "x" + i).get("group"), decision("y" + i).get("group"));
      assertBecomesNew("news", "x" + i);
    }
  }

  /** Its index is deleted, as retention does. */
  public void testTheCanonicalGoesWithItsIndex() throws Exception {
    pipeline(",'indices':['news','old']");
    create("old", "1s", 1);
    create("news", "1s", 2);
    remember(false);
    forgotten = true;
    written(document("old", "x", A));
    written(document("news", "y", near(A)));
    assertEquals("duplicate", nearDup("news", "y").get("status"));
    assertAcked(client().admin().indices().prepareDelete("old").get());
    assertBecomesNew("news", "y");
  }

  /** What is written there is numbered anew, while what was written before is remembered. */
  public void testAnIndexMadeAnew() throws Exception {
    pipeline(",'indices':['news','day']");
    create("news", "-1", 1);
    create("day", "-1", 1);
    remember(true);
    forgotten = false;
    written(document("day", "1", C), document("day", "x", A));
    assertAcked(client().admin().indices().prepareDelete("day").get());
    create("day", "-1", 1);
    written(document("day", "x", B));
    written(document("day", "y", near(B)), document("news", "z", near(A)));
    assertEquals("duplicate", nearDup("day", "y").get("status"));
    assertEquals(nearDup("day", "x").get("group"), nearDup("day", "y").get("group"));
    assertEquals("new", nearDup("news", "z").get("status"));
  }

  /** Nothing was written there yet, as after a rollover, so that it maps no decision to sort by. */
  public void testBesideAnIndexWithoutDecisions() throws Exception {
    pipeline(",'indices':['news','other']");
    create("news", "1s", 1);
    assertAcked(client().admin().indices().prepareCreate("other").get());
    written(document("x", A), document("y", near(A)));
    written(new DeleteRequest("news", "x"));
    assertBecomesNew("news", "y");
  }

  /** By somebody whose node was lost before it could tell. */
  public void testTheCanonicalWasDeleted() throws Exception {
    news();
    remember(false);
    forgotten = true;
    written(document("x", A), document("y", near(A)));
    setting("plugins.near_dup.ingest.enabled", "false");
    client().prepareDelete("news", "x").get();
    refresh();
    setting("plugins.near_dup.ingest.enabled", "true");
    assertBecomesNew("news", "y");
  }
}
