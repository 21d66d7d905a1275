// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.sort.SortOrder;

/** Which fields {@code keep} may name, and how their values rank. */
public class NearDupKeepFieldsTests extends NearDupDocumentsTestCase {
  private static final Map<String, List<Object>> VALUES =
      Map.of(
          "long", List.of(3, "2", -7, 2.9, List.of(1, 8), Long.MAX_VALUE, "-9"),
          "double", List.of(0.5, "-0.5", -1e300, 3, List.of(0.1, "0.7"), "1e10"),
          "half_float", List.of(0.5, -0.25, "3", 100, -7.5),
          "unsigned_long", List.of(3, "18446744073709551615", "9223372036854775808", 0),
          "date", List.of("1969-12-31", -5, 86400000, "2026-01-02T03:04:05.678Z", "2026"),
          "date_nanos", List.of("2026-01-02T03:04:05.678912345Z", "2026-01-02T03:04:05.678912346Z"),
          "boolean", List.of(true, "false", List.of("true", false), ""),
          "keyword", List.of("b", "B", "ba", "", "é", List.of("c", "a"), "b\u0000", "\ud83d\ude00"),
          "ip", List.of("10.0.0.1", "9.0.0.1", "::1", "2001:db8::1"));

  /** What a rank says is what the index sorts by, whatever the values look like. */
  public void testTypes() throws Exception {
    String type = randomFrom(VALUES.keySet());
    boolean descending = randomBoolean();
    pipeline(",'keep':[{'rank.by':'" + (descending ? "desc" : "asc") + "'}]");
    news();
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource(
                Map.of(
                    "properties",
                    Map.of("rank", Map.of("properties", Map.of("by", Map.of("type", type))))))
            .get());
    List<Object> values = new ArrayList<>(VALUES.get(type));
    values.addAll(VALUES.get(type));
    Collections.shuffle(values, random());
    for (int i = 0; i < values.size(); i++) {
      Map<String, Object> rank = randomInt(5) == 0 ? Map.of() : Map.of("by", values.get(i));
      written(document("news", "d" + i, A, Map.of("rank", rank)));
    }
    assertSoon(
        () -> {
          client().admin().indices().prepareRefresh("news").get();
          SearchHit first =
              client()
                  .prepareSearch("news")
                  .addSort("rank.by", descending ? SortOrder.DESC : SortOrder.ASC)
                  .addSort("near_dup.status", SortOrder.DESC)
                  .get()
                  .getHits()
                  .getAt(0);
          assertEquals(
              type + first.getSourceAsMap(),
              "new",
              ((Map<?, ?>) first.getSourceAsMap().get("near_dup")).get("status"));
          assertEquals(
              1L,
              client()
                  .prepareSearch("news")
                  .setQuery(QueryBuilders.termQuery("near_dup.status", "new"))
                  .get()
                  .getHits()
                  .getTotalHits()
                  .value());
        });
  }

  private void assertRefused(String parameters, String message) {
    Exception e =
        expectThrows(Exception.class, () -> pipeline("q", "'field':'print'" + parameters));
    assertThat(e.getMessage(), containsString(message));
  }

  public void testRefusedWhenStored() {
    assertRefused(",'on_duplicate':'replace'", "[keep] is required if [on_duplicate] is [replace]");
    assertRefused(
        ",'keep':[{'number':'desc'}],'on_duplicate':'" + randomFrom("drop", "fail") + "'",
        "[keep] needs [on_duplicate] to be [tag] or [replace]");
    for (String keep : List.of("'number'", "[{'number':'up'}]", "{'a':'asc','b':'asc'}", "3")) {
      assertRefused(",'keep':" + keep, "[keep] must be a list of fields, each with [asc] or");
    }
    assertRefused(",'keep':[{'a':'asc'},{'a':'desc'}]", "[keep] must name each field once");
    assertRefused(",'keep':[{'near_dup.seq':'asc'}]", "[target_field] must not overlap");
    assertRefused(",'keep':[{'_id':'asc'}]", "[keep] must name a field of the document");
  }

  public void testRefusedForItsMapping() throws Exception {
    create("news", "-1", 1);
    assertAcked(
        client()
            .admin()
            .indices()
            .preparePutMapping("news")
            .setSource(
                Map.of(
                    "properties",
                    Map.of("body", Map.of("type", "text"), "release", Map.of("type", "version"))))
            .get());
    for (String field : List.of("clicks", "body", "release")) {
      pipeline(",'keep':[{'" + field + "':'desc'}]");
      BulkItemResponse item = write(document("news", "x", A, Map.of("release", "9.0.0")))[0];
      assertEquals(field, RestStatus.BAD_REQUEST, item.status());
      assertThat(
          item.getFailureMessage(),
          containsString("[keep] of near_dup must name numeric, date or keyword fields"));
    }
  }
}
