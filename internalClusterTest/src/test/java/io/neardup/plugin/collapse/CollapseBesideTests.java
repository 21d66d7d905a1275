// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;

/** Collapsed searches that ask for other things as well. */
public class CollapseBesideTests extends CollapseTestCase {
  private static final List<String> SHOWN = List.of("d0", "d1", "d5", "d7");

  public void testAPointInTime() throws IOException {
    news();
    String id =
        (String) succeeded(post("news/_search/point_in_time?keep_alive=1m", "")).at("pit_id");
    try {
      succeeded(call("DELETE", "news/_doc/d0?refresh=true", null));
      String pit = pit(id);
      for (String first :
          List.of(
              "'ext':{'near_dup_collapse':{'field':'print'}},",
              "'search_pipeline':{" + collapse("") + "},")) {
        Answer answer = succeeded(post("_search", "{" + first + pit + "}"));
        assertEquals("as it was", SHOWN, answer.found());
        assertSummary(8, 4, false, answer);
        Answer page = succeeded(post("_search", "{" + first + pit + ",'size':2}"));
        assertEquals(List.of("d0", "d1"), page.found());
        Answer after =
            succeeded(post("_search", "{" + first + pit + ",'size':2,'search_after':[1]}"));
        assertEquals("each page by itself", List.of("d2", "d3"), after.found());
      }
      assertRefused(
          400,
          "[ext] [near_dup_collapse] [field] must be mapped by an index of the search, and none maps"
              + " [misspelt]; correct the name, or map it",
          post("_search", "{'ext':{'near_dup_collapse':{'field':'misspelt'}}," + pit(id) + "}"));
      put("news/_settings", "{'index.max_result_window':4}");
      String ext = "'ext':{'near_dup_collapse':{'field':'print','factor':3}},";
      assertSummary(4, 2, false, post("_search", "{" + ext + pit(id) + ",'size':2}"));
    } finally {
      succeeded(call("DELETE", "_search/point_in_time", "{'pit_id':['" + id + "']}"));
    }
  }

  private static String pit(String id) {
    return "'pit':{'id':'" + id + "','keep_alive':'1m'}," + BY_N;
  }

  /** Which hit stands for a group is decided as in the search without us. */
  public void testCoresCollapseOfTheBest() throws IOException {
    news();
    String best =
        "'query':{'bool':{'must':{'match_all':{}},'should':{'range':{'n':{'gte':2}}}}},"
            + "'min_score':1.5,"
            + BY_N
            + ",'collapse':{'field':'tenant','inner_hits':{'name':'all'}}";
    for (Answer answer : List.of(piped("", best), ext("", best))) {
      assertEquals(List.of("d2"), succeeded(answer).found());
      assertEquals(List.of("d4:1"), collapsed(answer, 0));
      assertSummary(2, 1, false, answer);
    }
  }

  /** Of each tenant one hit remains, before near ones are left out. */
  public void testCoresCollapseAndItsInnerHits() throws IOException {
    news();
    String by = "'collapse':{'field':'tenant','inner_hits':{'name':'all','size':9," + BY_N + "}}";
    for (Answer answer : List.of(piped("", BY_N + "," + by), ext("", BY_N + "," + by))) {
      assertEquals(List.of("d0"), succeeded(answer).found());
      assertEquals(List.of("d4:2"), collapsed(answer, 0));
      assertEquals(List.of("a"), answer.at("hits.hits.0.fields.tenant"));
      List<?> inner = (List<?>) answer.at("hits.hits.0.inner_hits.all.hits.hits");
      assertEquals("not collapsed themselves", 7, inner.size());
      assertSummary(2, 1, false, answer);
    }
  }

  public void testExplainAndHighlight() throws IOException {
    news();
    String more =
        "'query':{'match':{'note':'x'}},'explain':true,'highlight':{'fields':{'note':{}}},"
            + "'_source':['n'],'version':true,'seq_no_primary_term':true,"
            + "'aggs':{'tenants':{'terms':{'field':'tenant'}}},'profile':true";
    Answer bare = succeeded(ask("news", BY_N + "," + more));
    for (Answer answer : List.of(piped("", BY_N + "," + more), ext("", BY_N + "," + more))) {
      assertEquals(SHOWN, succeeded(answer).found());
      for (int i = 0; i < SHOWN.size(); i++) {
        String shown = "hits.hits." + i + ".";
        String there = "hits.hits." + SHOWN.get(i).substring(1) + ".";
        for (String part :
            List.of("_explanation", "highlight.note", "_source", "_version", "_seq_no", "sort")) {
          assertEquals(bare.at(there + part), answer.at(shown + part));
          assertNotNull(part, answer.at(shown + part));
        }
      }
      assertEquals("copies count", bare.at("aggregations"), answer.at("aggregations"));
      assertNotNull(answer.at("profile.shards.0.searches"));
    }
  }

  /** The fields that we borrow count towards the limit of core, which says so itself. */
  public void testTheLimitOfDocValues() throws IOException {
    news();
    put("news/_settings", "{'index.max_docvalue_fields_search':2}");
    assertEquals(SHOWN, succeeded(ext("", BY_N + ",'docvalue_fields':['n','when']")).found());
    Answer beyond = ext(",'scope':['tenant','when']", BY_N);
    assertEquals(400, beyond.status());
    assertThat(beyond.reason(), containsString("[index.max_docvalue_fields_search]"));
  }

  /** What is collapsed is asked for where core's own processors change the request too. */
  public void testAmongOtherProcessors() throws IOException {
    news();
    String reversed =
        "'search_pipeline':{"
            + collapse("")
                .replace("'response_processors':[", "'response_processors':[{'reverse_hits':{}},")
            + "}";
    assertEquals(
        "the order at our place counts",
        List.of("d7", "d6", "d5", "d3"),
        succeeded(ask("news", reversed + "," + BY_N)).found());
    String behind =
        "'search_pipeline':{"
            + OVERSAMPLE
            + ",'response_processors':[{'near_dup_collapse':{'field':'print'}},"
            + "{'first_hits':{'size':3}}]}";
    Answer first = succeeded(ask("news", behind + "," + BY_N));
    assertEquals(SHOWN.subList(0, 3), first.found());
  }
}
