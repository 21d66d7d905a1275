// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.core.rest.RestStatus;

/** What is discarded leaves a trace in what is kept. */
public class NearDupMergeTests extends NearDupDocumentsTestCase {
  private static final String MERGE =
      ",'merge':{'copies':'count','last.seen':{'max':'date'},'least':{'min':'number'},"
          + "'sites':{'add':'site'}}";
  private static final String DROP = MERGE + ",'on_duplicate':'drop'";
  private static final String REPLACE =
      MERGE + ",'on_duplicate':'replace','keep':[{'number':'desc'}]";

  private static IndexRequest document(
      String id, long print, String date, int number, String site) {
    return document("news", id, print, Map.of("date", date, "number", number, "site", site));
  }

  private void dated() {
    news();
    mapDates();
  }

  private static void mapDates() {
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource(Map.of("properties", Map.of("date", Map.of("type", "date"))))
            .get());
  }

  private void assertMerged(String id, int copies, String last, int least, String... sites)
      throws Exception {
    assertSoon(
        () -> {
          Map<String, Object> source = get("news", id).getSource();
          assertNotNull(id, source);
          Map<String, Object> seen = new LinkedHashMap<>();
          seen.put("copies", source.get("copies"));
          seen.put("last", source.get("last"));
          seen.put("least", source.get("least"));
          Map<String, Object> expected = new LinkedHashMap<>();
          expected.put("copies", copies);
          expected.put("last", Map.of("seen", last));
          expected.put("least", least);
          assertEquals(expected, seen);
          assertEquals(Set.of(sites), new HashSet<>((List<?>) source.get("sites")));
          assertEquals(sites.length, ((List<?>) source.get("sites")).size());
        });
  }

  public void testDropped() throws Exception {
    pipeline(DROP);
    dated();
    written(document("x", A, "2026-01-05", 5, "a"));
    written(
        document("1", A, "2026-01-20T10:00:00Z", 7, "b"),
        document("2", near(A), "2026-01-03", 2, "a"));
    assertMerged("x", 2, "2026-01-20T10:00:00Z", 2, "a", "b");
    written(document("3", A, "2026-01-06", 3, "c"), document("v", B, "2026-01-01", 0, "a"));
    assertMerged("x", 3, "2026-01-20T10:00:00Z", 2, "a", "b", "c");
    assertNew("x", "v");
    assertFalse(get("news", "v").getSource().containsKey("copies"));
    assertEquals("2026-01-05", get("news", "x").getSource().get("date"));
  }

  /** Also what had to be written first. */
  public void testDroppedInOneBulk() throws Exception {
    pipeline(DROP);
    dated();
    List<IndexRequest> bulk = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      bulk.add(document("d" + i, A, "2026-01-" + (10 + i % 20), 100 - i, "s" + i % 3));
    }
    written(bulk.toArray(IndexRequest[]::new));
    assertMerged("d0", 29, "2026-01-29", 71, "s0", "s1", "s2");
  }

  /** What was left in one that is replaced goes on to its successor. */
  public void testReplaced() throws Exception {
    pipeline(REPLACE);
    dated();
    written(document("x", A, "2026-01-05", 5, "a"));
    written(document("1", A, "2026-01-04", 4, "b"));
    assertMerged("x", 1, "2026-01-05", 4, "a", "b");
    written(document("y", A, "2026-01-01", 9, "c"));
    assertMerged("y", 2, "2026-01-05", 4, "a", "b", "c");
    assertSoon(() -> assertFalse(get("news", "x").isExists()));
    written(document("2", A, "2026-02-01", 1, "c"), document("z", A, "2026-01-01", 10, "a"));
    assertMerged("z", 4, "2026-02-01", 1, "a", "b", "c");
  }

  /** Each look at what is to be removed refreshes before. */
  private static long refreshes() {
    return client()
        .admin()
        .indices()
        .prepareStats("news")
        .get()
        .getPrimaries()
        .getRefresh()
        .getTotal();
  }

  /** What there is no room to remember is not discarded before there is. */
  public void testWaitsForRoom() throws Exception {
    pipeline(DROP);
    create("news", "-1", 1);
    mapDates();
    forgotten = false;
    remember(true);
    setting("plugins.near_dup.ingest.window.size", "3kb");
    written(document("x", A, "2026-01-05", 5, "a"));
    written(document("1", A, "2026-01-20", 7, "b"));
    assertSoon(() -> assertEquals("removable", decision("1").get("checked")));
    long before = refreshes();
    assertSoon(() -> assertTrue("it is looked at again", refreshes() > before + 6));
    setting("plugins.near_dup.ingest.window.size", "1mb");
    assertMerged("x", 1, "2026-01-20", 5, "a", "b");
    assertRemoved("1");
  }

  public void testBounds() throws Exception {
    pipeline(DROP);
    dated();
    written(document("x", A, "2026-01-05", 5, "a"));
    List<IndexRequest> bulk = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      bulk.add(document("d" + i, A, "2026-01-05", 5, i == 0 ? "long".repeat(1000) : "s" + i));
    }
    written(bulk.toArray(IndexRequest[]::new));
    assertSoon(
        () -> {
          Map<String, Object> source = get("news", "x").getSource();
          assertEquals(150, source.get("copies"));
          List<?> sites = (List<?>) source.get("sites");
          assertEquals(100, sites.size());
          assertFalse(sites.toString().contains("long"));
        });
  }

  public void testRefusedForItsMapping() throws Exception {
    pipeline(DROP);
    news();
    BulkItemResponse item = write(document("news", "x", A, Map.of("number", 1)))[0];
    assertEquals(RestStatus.BAD_REQUEST, item.status());
    assertThat(item.getFailureMessage(), containsString("[merge] of near_dup must name"));
    assertThat(item.getFailureMessage(), containsString("[date], which is not mapped"));
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource(
                Map.of(
                    "properties",
                    Map.of(
                        "date",
                        Map.of("type", "text", "fields", Map.of("day", Map.of("type", "date"))))))
            .get());
    item = write(document("news", "x", A, Map.of("date", "2026-01-05")))[0];
    assertThat(
        item.getFailureMessage(),
        containsString("[date], which is mapped as [text]; name another one in the pipeline"));
    pipeline(",'on_duplicate':'drop','merge':{'first':{'min':'date.day'}}");
    item = write(document("news", "x", A, Map.of("date", "2026-01-05")))[0];
    assertThat(
        item.getFailureMessage(),
        containsString("got [date.day], whose values are those of [date]; name another"));
  }

  /** What an index does not take would be lost with the duplicates. */
  public void testTargetsThatTakeNothing() throws Exception {
    pipeline(
        ",'on_duplicate':'drop','merge':{'copies':'count','sites':{'add':'site'},"
            + "'last':{'max':'site'}}");
    createStrict("'sites':{'type':'text'}", "strict_allow_templates");
    assertThat(
        write(document("news", "x", A, Map.of("site", "a")))[0].getFailureMessage(),
        containsString("not mapped, where [dynamic] is [strict_allow_templates]"));
    assertAcked(client().admin().indices().prepareDelete("news"));
    String[][] refused = {
      {"'sites':{'type':'text'}", "got [copies], which is not mapped, where [dynamic] is [strict]"},
      {"'copies':{'type':'boolean'},'sites':{'type':'text'}", "[copies], which does not take [1]"},
      {"'copies':{'type':'long'},'sites':{'type':'long'}", "[sites], which does not take [[text]]"},
      {"'copies':{'type':'long'},'sites':{'type':'object'}", "[sites], which does not take [[text"},
    };
    for (String[] one : refused) {
      createStrict(one[0]);
      BulkItemResponse item = write(document("news", "x", A, Map.of("site", "a")))[0];
      assertThat(item.getFailureMessage(), containsString(one[1]));
      assertAcked(client().admin().indices().prepareDelete("news"));
    }
    createStrict("'copies':{'type':'double'},'sites':{'type':'wildcard'}");
    written(document("news", "x", A, Map.of("site", "a")));
    written(document("news", "y", A, Map.of("site", "b")));
    assertSoon(() -> assertEquals(1, get("news", "x").getSource().get("copies")));
    assertEquals(List.of("a", "b"), get("news", "x").getSource().get("sites"));
  }

  /** What cannot be added would be lost with the duplicate. */
  public void testTheKeptOneTakesNothing() throws Exception {
    pipeline(",'indices':['news*']");
    createStrict("'sites':{'type':'text'}");
    written(document("news", "x", A, Map.of("site", "a")));
    create("news-2", "-1", 1);
    rolledOver();
    pipeline(",'indices':['news*'],'on_duplicate':'drop','merge':{'copies':'count'}");
    assertStays("y");
    pipeline(",'indices':['news*'],'on_duplicate':'drop','merge':{'sites':{'add':'site'}}");
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareUpdateSettings("news")
            .setSettings(Map.of("index.blocks.write", true)));
    assertStays("z");
  }

  /** Nor can what is not written to. */
  public void testTheKeptOneIsOnlyComparedWith() throws Exception {
    pipeline(",'indices':['news*'],'on_duplicate':'drop','merge':{'copies':'count'}");
    news();
    create("news-2", "-1", 1);
    written(document("news", "x", A, Map.of("site", "a")));
    assertStays("y");
    rolledOver();
    written(document("news-2", "z", A, Map.of("site", "b")));
    assertSoon(() -> assertEquals(2, get("news", "x").getSource().get("copies")));
    assertFalse(get("news-2", "y").isExists());
  }

  /** Whoever writes to the second index may change the first one. */
  private static void rolledOver() {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareAliases()
            .addAliasAction(AliasActions.add().index("news").alias("wire").writeIndex(false))
            .addAliasAction(AliasActions.add().index("news-2").alias("wire").writeIndex(true)));
  }

  private void assertStays(String id) throws Exception {
    String gone = "gone-" + id;
    long other = randomLong();
    written(
        document("news-2", id, A, Map.of("site", "b")),
        document("news-2", "kept-" + id, other, Map.of("site", "c")),
        document("news-2", gone, other, Map.of("site", "d")));
    assertSoon(() -> assertFalse(get("news-2", gone).isExists()));
    assertEquals("removable", nearDup("news-2", id).get("checked"));
  }

  /** It would begin at nothing each time. */
  public void testSourceWithoutWhatIsMerged() throws Exception {
    pipeline(",'on_duplicate':'drop','merge':{'copies':'count','sites':{'add':'site'}}");
    for (String field : List.of("site", "copies")) {
      create("{'_source':{'excludes':['" + field + "']}}");
      assertThat(
          write(document("news", "x", A, Map.of("site", "a")))[0].getFailureMessage(),
          containsString("[_source] of index [news] must keep [" + field + "]"));
      assertAcked(client().admin().indices().prepareDelete("news"));
    }
  }

  private static void createStrict(String targets) {
    createStrict(targets, "strict");
  }

  private static void createStrict(String targets, String dynamic) {
    create(
        "{'dynamic':'"
            + dynamic
            + "','properties':{'print':{'type':'simhash'},'site':{'type':'keyword'},"
            + "'near_dup':{'type':'near_dup'},'last':{'type':'keyword'},"
            + targets
            + "}}");
  }

  private static void create(String mapping) {
    assertAcked(
        client()
            .admin()
            .indices()
            .prepareCreate("news")
            .setSettings(Map.of("index.default_pipeline", "p"))
            .setMapping(mapping.replace('\'', '"')));
  }

  private void assertRefused(String parameters, String message) {
    Exception e =
        expectThrows(Exception.class, () -> pipeline("q", "'field':'print'" + parameters));
    assertThat(e.getMessage(), containsString(message));
  }

  public void testRefusedWhenStored() {
    assertRefused(MERGE, "[merge] needs [on_duplicate] to be [drop] or [replace]");
    String drop = ",'on_duplicate':'drop','merge':";
    for (String merge :
        List.of("'copies'", "{'a':'sum'}", "{'a':{'most':'b'}}", "{'a':{'max':1}}", "[]")) {
      assertRefused(drop + merge, "must name fields of the document that is kept");
    }
    assertRefused(drop + "{'print':'count'}", "which overlaps with [print]");
    assertRefused(drop + "{'near_dup.copies':'count'}", "which overlaps with [near_dup]");
    assertRefused(drop + "{'a':{'add':'b'},'b.c':'count'}", "which overlaps with [b]");
    assertRefused(drop + "{'a':'count','a.b':'count'}", "which overlaps with [a]");
    assertRefused(drop + "{'_id':'count'}", "must name a field of the document");
  }
}
