// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.rest.RestStatus;

/** Documents that are compared only with those of their scope, or of their time. */
public class NearDupScopeTests extends NearDupDocumentsTestCase {
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

  /** Whatever stands under the object itself, the key with dots is another way to its field. */
  public void testAKeyWithDotsBesideItsObject() throws Exception {
    pipeline(",'on_duplicate':'drop','scope':'meta.lang'");
    news();
    int id = 0;
    for (String lang : List.of("en", "de", "en")) {
      Map<String, Object> author = Map.of("author", "a" + id);
      written(document("news", "" + id++, A, Map.of("meta", author, "meta.lang", lang)));
    }
    assertNew("0", "1");
    assertFalse(get("news", "2").isExists());
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

  private static IndexRequest published(String id, String date) {
    return document("news", id, A, Map.of("published", date));
  }

  /** A copy with an older date that arrives late is one within the age only. */
  public void testWindowBothWays() throws Exception {
    pipeline(",'window':{'field':'published','age':'7d','both':true}");
    news();
    written(published("1", "2026-02-10"));
    written(
        published("2", "2026-02-03"), published("3", "2026-02-02"), published("4", "2026-02-17"));
    assertDuplicate("2", "1");
    assertNew("3");
    assertDuplicate("4", "1");
    written(
        published("5", "2026-01-26"), published("6", "2026-01-25"), published("7", "2026-01-25"));
    assertDuplicate("5", "3");
    assertNew("6");
    assertDuplicate("7", "6");
    pipeline(",'window':{'field':'published','age':'7d'}");
    written(published("8", "2020-01-01"));
    assertEquals("any match may be newer", "duplicate", decision("8").get("status"));
  }

  private static IndexRequest from(String id, long print, Object source) {
    Map<String, Object> more = new HashMap<>(Map.of("lang", "en"));
    if (source != null) {
      more.put("source", source);
    }
    return document("news", id, print, more);
  }

  /** Only copies from another source count; documents without one have the same. */
  public void testDiffers() throws Exception {
    pipeline(",'scope':{'equals':'lang','differs':['source']}");
    news();
    written(from("1", A, "x"), from("2", A, "x"), from("3", near(A), List.of("x")));
    written(from("4", A, "y"), from("5", A, List.of("x", "y")), from("6", A, "x"));
    assertNew("1", "2", "3", "6");
    assertDuplicate("4", "1");
    assertDuplicate("5", "1");
    written(from("7", B, null), from("8", B, null), from("9", near(B), "z"));
    written(from("a", B, "z"), document("news", "b", B, Map.of("lang", "de", "source", "z")));
    assertNew("7", "8", "b");
    assertDuplicate("9", "7");
    assertDuplicate("a", "7");
  }

  /** The index tells which values are equal. */
  public void testDiffersAsTheIndexCompares() throws Exception {
    pipeline(",'scope':{'differs':'source'}");
    news();
    assertAcked(
        client().admin().indices().preparePutMapping("news").setSource("source", "type=integer"));
    written(from("1", A, 1), from("2", A, "1"), from("3", A, 1.0), from("4", A, 2));
    assertNew("1", "2", "3");
    assertDuplicate("4", "1");
    BulkItemResponse refused = write(from("5", A, "one"))[0];
    assertEquals(RestStatus.BAD_REQUEST, refused.getFailure().getStatus());
    assertThat(refused.getFailureMessage(), containsString("near_dup cannot compare [source]"));
    pipeline(",'scope':{'differs':'sauce'}");
    BulkItemResponse unknown = write(from("6", A, 3))[0];
    assertEquals(RestStatus.BAD_REQUEST, unknown.getFailure().getStatus());
    assertThat(
        unknown.getFailureMessage(), containsString("field [sauce], which near_dup compares"));
  }

  /** More near documents than a search returns. Those of the same source are no matches. */
  public void testManyOfTheSameSource() throws Exception {
    pipeline(",'scope':{'differs':['lang','source']}");
    create("news", Settings.builder().put("index.max_result_window", 5));
    String type = randomFrom("keyword", "keyword,normalizer=lowercase", "integer");
    Object one = type.equals("integer") ? 5 : "Reuters";
    Object other = type.equals("integer") ? 7 : "AP";
    assertAcked(
        client().admin().indices().preparePutMapping("news").setSource("source", "type=" + type));
    forgotten = true;
    remember(false);
    for (int i = 0; i < 7; i++) {
      written(from("x" + i, A, one));
      assertNew("x" + i);
    }
    written(from("both", A ^ 0xf0, List.of(one, other)));
    written(from("near", A ^ 0x30, one), from("y", A, other));
    assertNew("both");
    assertDuplicate("near", "both");
    assertEquals(
        "which one is nearest is not known", "index_only", nearDup("news", "y").get("checked"));
    assertEquals("duplicate", nearDup("news", "y").get("status"));
  }

  /** A removed duplicate was of another source. */
  public void testDropOfWhatDiffers() throws Exception {
    pipeline(",'on_duplicate':'drop','scope':{'differs':'source'}");
    news();
    written(from("1", A, "x"), from("2", A, "x"), from("3", A, "y"));
    written(from("4", A, "y"), from("5", A, "x"));
    assertSoon(() -> assertFalse(get("news", "3").isExists()));
    assertSoon(() -> assertFalse(get("news", "4").isExists()));
    assertNew("1", "2", "5");
  }

  /** Claims are forgotten, so that the values are searched for: those that the index has. */
  public void testValuesThatTheIndexMakes() throws Exception {
    forgotten = true;
    remember(false);
    Map<String, String> fields =
        Map.of(
            "key", "keyword,null_value=未知",
            "real", "double,null_value=1.5",
            "yes", "boolean,null_value=true",
            "ip", "ip,null_value=::1",
            "born", "date,format=dd/MM/uuuu,null_value=01/02/2026");
    news();
    fields.forEach(
        (field, type) ->
            assertAcked(
                client()
                    .admin()
                    .indices()
                    .preparePutMapping("news")
                    .setSource(field, "type=" + type)));
    pipeline(",'scope':['" + String.join("','", fields.keySet()) + "']");
    Map<String, Object> nulls = new HashMap<>();
    fields.keySet().forEach(field -> nulls.put(field, null));
    written(document("news", "1", A, nulls));
    written(document("news", "2", A, nulls));
    assertDuplicate("2", "1");
    nulls.remove(randomFrom(fields.keySet()));
    written(document("news", "3", A, nulls));
    assertNew("3");
  }

  /** It is no other source than itself. */
  public void testRewrittenFromTheSameSource() throws Exception {
    pipeline(",'on_duplicate':'drop','scope':{'differs':'source'}");
    news();
    written(from("1", A, "x"), from("2", A, "y"), from("1", near(A), "x"));
    Object group = decision("1").get("group");
    assertSoon(() -> assertFalse(get("news", "2").isExists()));
    written(from("1", A, "x"));
    assertNew("1");
    assertEquals(group, decision("1").get("group"));
  }
}
