// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.DocWriteResponse;
import org.opensearch.action.admin.indices.alias.Alias;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.rollover.RolloverRequest;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.delete.DeleteRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.index.query.QueryBuilders;

/** Of each group the document that ranks first is canonical, whichever comes first. */
public class NearDupKeepTests extends NearDupDocumentsTestCase {
  private static final String KEEP = ",'keep':[{'number':'desc'}]";
  private static final String REPLACE = KEEP + ",'on_duplicate':'replace'";

  private static IndexRequest document(String id, long print, Object number) {
    return number == null
        ? document("news", id, print, Map.of())
        : document("news", id, print, Map.of("number", number));
  }

  /** All others are duplicates of it. */
  private void assertKept(String kept, String... others) throws Exception {
    assertSoon(
        () -> {
          assertNew(kept);
          for (String other : others) {
            assertEquals(other, "duplicate", decision(other).get("status"));
            assertEquals(decision(kept).get("group"), decision(other).get("group"));
          }
        });
  }

  private void assertOnly(String... ids) throws Exception {
    assertSoon(
        () -> {
          client().admin().indices().prepareRefresh("news").get();
          List<String> there = new ArrayList<>();
          client()
              .prepareSearch("news")
              .setSize(100)
              .get()
              .getHits()
              .forEach(hit -> there.add(hit.getId()));
          Collections.sort(there);
          assertEquals(List.of(ids), there);
        });
  }

  public void testTheBestIsKept() throws Exception {
    pipeline(KEEP);
    news();
    written(document("x", A, 5));
    Object group = decision("x").get("group");
    written(document("y", near(A), 7));
    assertKept("y", "x");
    assertEquals(group, decision("y").get("group"));
    assertNull(decision("y").get("checked"));
    assertDuplicate("x", "y");
    written(document("z", A, 6));
    assertKept("y", "x", "z");
    assertNull(decision("z").get("checked"));
  }

  /** Without [reveal] a promotion tells no more of other documents than the processor does. */
  public void testTellsNothingByDefault() throws Exception {
    storePipeline(
        "p", "{'processors':[{'near_dup':{'field':'print','precomputed':true" + KEEP + "}}]}");
    news();
    written(document("x", A, 5));
    written(document("y", near(A), 7));
    assertKept("y", "x");
    assertNull(decision("x").toString(), decision("x").get("of"));
    assertNull(decision("x").toString(), decision("x").get("distance"));
  }

  public void testInOneBulk() throws Exception {
    pipeline(KEEP);
    news();
    written(document("x", A, 1), document("y", A, 3), document("z", A, 2), document("v", B, 1));
    assertKept("y", "x", "z");
    assertNew("v");
    // It was to be promoted as well.
    assertSoon(() -> assertNull(decision("z").toString(), decision("z").get("checked")));
  }

  public void testATieKeepsTheOldOne() throws Exception {
    pipeline(KEEP);
    news();
    written(document("x", A, 5));
    written(document("y", A, 5), document("z", A, "5"), document("v", A, 5.0));
    assertKept("x", "y", "z", "v");
    assertNull(decision("y").get("checked"));
  }

  public void testWithoutAValueComesLast() throws Exception {
    pipeline(",'keep':[{'number':'" + randomFrom("asc", "desc") + "'}]");
    news();
    written(document("x", A, null));
    written(document("y", A, -3));
    assertKept("y", "x");
    written(document("z", A, null));
    assertKept("y", "x", "z");
  }

  public void testSeveralFields() throws Exception {
    pipeline(",'keep':[{'number':'asc'},{'name':'desc'}]");
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setMapping(
                Map.of(
                    "properties",
                    Map.of(
                        "number", Map.of("type", "double"),
                        "name", Map.of("type", "keyword", "normalizer", "lowercase"))))
            .setSettings(Map.of("index.default_pipeline", "p"))
            .get());
    ensureGreen();
    written(document("news", "x", A, Map.of("number", List.of(3, -1.5), "name", "B")));
    written(document("news", "y", A, Map.of("number", "-1.5", "name", "a")));
    assertKept("x", "y");
    written(document("news", "z", A, Map.of("number", -1.5, "name", List.of("a", "Bb"))));
    assertKept("z", "x", "y");
    written(document("news", "v", A, Map.of("number", -1.6)));
    assertKept("v", "x", "y", "z");
  }

  public void testReplaced() throws Exception {
    pipeline(REPLACE);
    news();
    written(document("x", A, 5), document("v", B, 1));
    Object group = decision("x").get("group");
    written(document("y", near(A), 7));
    assertOnly("v", "y");
    assertNew("y", "v");
    assertEquals(group, decision("y").get("group"));
    BulkItemResponse[] items = write(document("z", decisionPrint("y"), 7));
    assertFalse(items[0].isFailed());
    assertOnly("v", "y");
  }

  private static long decisionPrint(String id) {
    return Long.parseUnsignedLong(
        client().prepareGet("news", id).get().getSource().get("print").toString(), 16);
  }

  public void testOneThatRanksBehindIsDropped() throws Exception {
    pipeline(REPLACE);
    news();
    written(document("x", A, 5));
    BulkItemResponse[] items = write(document("y", near(A), randomFrom(4, 5, null)));
    assertEquals(DocWriteResponse.Result.NOOP, items[0].getResponse().getResult());
    assertOnly("x");
  }

  public void testReplacedInOneBulk() throws Exception {
    pipeline(REPLACE);
    news();
    written(document("1", A, 2), document("2", A, 1), document("3", A, 9), document("4", A, 4));
    assertOnly("3");
    assertNew("3");
    written(document("1", A, 10), document("5", A, 3), document("6", A, 11), document("7", A, 10));
    assertOnly("6");
    assertNew("6");
  }

  /** Also a canonical that was written several times is replaced: whoever sent it said so. */
  public void testAnOldIdIsReplaced() throws Exception {
    pipeline(REPLACE);
    news();
    written(document("x", B, 5));
    written(document("x", A, 5));
    written(document("x", A, 6));
    written(document("y", A, 7));
    assertOnly("y");
  }

  public void testTheCanonicalFallsBehind() throws Exception {
    pipeline(KEEP);
    news();
    written(document("x", A, 5), document("y", A, 4), document("z", A, 3));
    assertKept("x", "y", "z");
    written(document("x", A, 1));
    assertKept("y", "x", "z");
    written(document("z", A, 8));
    assertKept("z", "x", "y");
    written(new DeleteRequest("news", "z"));
    assertKept("y", "x");
  }

  /** What one home left for another says what is to be done. */
  public void testLeftToBePromoted() throws Exception {
    boolean replace = randomBoolean();
    pipeline(replace ? REPLACE : KEEP);
    news();
    written(
        decided("x", 5, Map.of("status", randomFrom("new", "duplicate"), "seq", 1)),
        decided(
            "y",
            7,
            Map.of("status", "duplicate", "seq", 2, "checked", replace ? "replaces" : "outranks")));
    client().admin().indices().prepareRefresh("news").get();
    written(document("z", C, 1));
    assertSoon(() -> assertNew("y"));
    if (replace == false) {
      assertKept("y", "x");
    }
  }

  private static IndexRequest decided(String id, int number, Map<String, Object> decision) {
    Map<String, Object> whole = new HashMap<>(decision);
    whole.put("group", "0000000000000001-0000000000000002");
    return document("news", id, A, Map.of("near_dup", whole, "number", number))
        .setPipeline("_none");
  }

  /** What is compared with, but not written to, stays as it is. */
  public void testOthersAreNotReplaced() throws Exception {
    pipeline(KEEP + ",'indices':['news','old']");
    create("old", "-1", 1);
    written(document("old", "x", A, Map.of("number", 1)));
    pipeline(REPLACE + ",'indices':['news','old']");
    news();
    written(document("y", A, 5));
    assertEquals("duplicate", decision("y").get("status"));
    TimeUnit.SECONDS.sleep(3);
    assertEquals("new", nearDup("old", "x").get("status"));
    written(document("z", B, 5));
    written(document("v", B, 7));
    assertSoon(() -> assertNew("v"));
    assertEquals("new", nearDup("old", "x").get("status"));
  }

  /** Parts of one alias are one. */
  public void testAcrossARollover() throws Exception {
    pipeline(REPLACE);
    template("news-*", false);
    assertAcked(
        client()
            .admin()
            .indices()
            .create(new CreateIndexRequest("news-000001").alias(new Alias("news").writeIndex(true)))
            .get());
    written(document("x", A, 1));
    assertTrue(
        client()
            .admin()
            .indices()
            .rolloverIndex(new RolloverRequest("news", null))
            .actionGet()
            .isRolledOver());
    ensureGreen();
    written(document("y", A, 2));
    assertOnly("y");
  }

  public void testNearTwoGroups() throws Exception {
    pipeline(KEEP);
    news();
    // Each two bits from the one in the middle, and four from the other.
    written(document("x", A ^ 3, 1), document("v", A ^ 12, 1));
    assertNew("x", "v");
    written(document("y", A, 7));
    assertSoon(
        () -> {
          client().admin().indices().prepareRefresh("news").get();
          assertEquals(
              2L,
              client()
                  .prepareSearch("news")
                  .setQuery(QueryBuilders.termQuery("near_dup.status", "new"))
                  .get()
                  .getHits()
                  .getTotalHits()
                  .value());
        });
    assertNew("x", "v");
    assertEquals("duplicate", decision("y").get("status"));
  }

  /** The best member is near another canonical as well: the next best one leads its group. */
  public void testWhoCannotLeadIsPassedOver() throws Exception {
    boolean replace = randomBoolean();
    pipeline(replace ? REPLACE : KEEP);
    news();
    written(document("x", A ^ 3, 1), document("v", A ^ 12, 1));
    written(document("y", A, 9));
    assertEquals("duplicate", decision("y").get("status"));
    written(document("z", A ^ 3 ^ 16, 5));
    written(document("u", A ^ 3, 0));
    assertSoon(() -> assertNew("z", "v"));
    assertEquals("duplicate", decision("y").get("status"));
    if (replace) {
      assertOnly("v", "y", "z");
    } else {
      assertKept("z", "x", "u");
    }
  }

  public void testManyInAnyOrder() throws Exception {
    boolean replace = randomBoolean();
    pipeline(replace ? REPLACE : KEEP);
    news();
    long[] prints = {A, B, C};
    Map<Long, String> best = new HashMap<>();
    Map<Long, Integer> most = new HashMap<>();
    int docs = 120;
    List<IndexRequest> bulk = new ArrayList<>();
    for (int i = 0; i < docs; i++) {
      long print = prints[i % prints.length];
      int number = randomIntBetween(0, 1000) * docs + i;
      bulk.add(document("d" + i, print, number));
      if (number > most.getOrDefault(print, -1)) {
        most.put(print, number);
        best.put(print, "d" + i);
      }
      if (randomInt(5) == 0 || i == docs - 1) {
        written(bulk.toArray(IndexRequest[]::new));
        bulk.clear();
      }
    }
    String[] kept = best.values().stream().sorted().toArray(String[]::new);
    if (replace) {
      assertOnly(kept);
    }
    assertSoon(() -> assertNew(kept));
    assertSoon(
        () -> {
          client().admin().indices().prepareRefresh("news").get();
          List<String> found = new ArrayList<>();
          client()
              .prepareSearch("news")
              .setQuery(QueryBuilders.termQuery("near_dup.status", "new"))
              .get()
              .getHits()
              .forEach(hit -> found.add(hit.getId()));
          Collections.sort(found);
          assertEquals(Arrays.asList(kept), found);
        });
  }
}
