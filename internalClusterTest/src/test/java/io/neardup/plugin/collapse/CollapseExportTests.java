// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.After;

/** Searches that read all documents of an index whose default pipeline collapses. */
public class CollapseExportTests extends CollapseTestCase {
  private static final List<String> ALL = List.of("d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7");

  private static void newsByDefault() throws IOException {
    news();
    put("_search/pipeline/dedup", "{" + collapse("") + "}");
    put("news/_settings", "{'index.search.default_pipeline':'dedup'}");
    assertEquals(List.of("d0", "d1", "d5", "d7"), succeeded(ask("news", BY_N)).found());
  }

  private static String pit() throws IOException {
    return "'pit':{'id':'"
        + succeeded(post("news/_search/point_in_time?keep_alive=1m", "")).at("pit_id")
        + "','keep_alive':'1m'}";
  }

  @After
  public void forgetContexts() throws IOException {
    call("DELETE", "_search/point_in_time/_all", null);
    call("DELETE", "_search/scroll/_all", null);
  }

  public void testAPointInTimeExportsAll() throws IOException {
    newsByDefault();
    String pit = pit();
    List<String> exported = new ArrayList<>();
    String after = "";
    for (Answer page; ; after = ",'search_after':" + page.at("hits.hits.2.sort")) {
      page =
          succeeded(post("_search", "{" + pit + ",'size':3,'sort':['_shard_doc']" + after + "}"));
      exported.addAll(page.found());
      assertNull(page.at("ext"));
      if (page.found().size() < 3) {
        break;
      }
    }
    exported.sort(null);
    assertEquals(ALL, exported);
  }

  public void testWhatReadsOnIsNotCollapsedByDefault() throws IOException {
    newsByDefault();
    for (String body : List.of("'search_after':[-1]," + BY_N, "'size':1001," + BY_N)) {
      Answer answer = succeeded(ask("news", body));
      assertEquals(ALL, answer.found());
      assertNull(answer.at("ext"));
    }
    assertEquals(ALL, succeeded(post("news/_search?scroll=1m", "{" + BY_N + "}")).found());
    Answer many =
        post("_msearch", "{'index':'news'}\n{'size':2000," + BY_N + "}\n{'index':'news'}\n{}\n");
    assertEquals(8, ((List<?>) many.at("responses.0.hits.hits")).size());
    assertEquals(4, ((List<?>) many.at("responses.1.hits.hits")).size());
  }

  public void testSearchesWithinASearchAreNotCollapsed() throws IOException {
    newsByDefault();
    String by = ",'collapse':{'field':'tenant','inner_hits':{'name':'all','size':9," + BY_N + "}}";
    Answer answer = succeeded(ask("news", BY_N + by));
    assertEquals(List.of("d0"), answer.found());
    assertEquals(7, ((List<?>) answer.at("hits.hits.0.inner_hits.all.hits.hits")).size());
    Answer after = succeeded(ask("news", "'sort':['tenant'],'search_after':['']" + by));
    assertEquals(7, ((List<?>) after.at("hits.hits.0.inner_hits.all.hits.hits")).size());
  }

  public void testWhatReadsOnIsRefusedByName() throws IOException {
    newsByDefault();
    String pit = pit();
    for (String[] search :
        new String[][] {
          {"_search", "'search_pipeline':'dedup'," + pit},
          {"_search?search_pipeline=dedup", pit},
        }) {
      Answer refused = post(search[0], "{" + search[1] + "}");
      assertEquals(refused.toString(), 400, refused.status());
      assertTrue(
          refused.reason(),
          refused
              .reason()
              .startsWith("[near_dup_collapse] of a named pipeline does not apply to [pit], by"));
    }
    assertRefused(
        400,
        "[near_dup_collapse] of a named pipeline does not apply to [search_after], by which all"
            + " hits are read, got [[1]]; page with [from], collapse page by page with [ext], or"
            + " set [search_pipeline] to [_none]",
        post("news/_search?search_pipeline=dedup", "{" + BY_N + ",'search_after':[1]}"));
    assertRefused(
        400,
        "[near_dup_collapse] shows at most the first [1000] hits of a search, got [from] [0] and"
            + " [size] [1001]; narrow the search, or set [search_pipeline] to [_none]",
        post("news/_search?search_pipeline=dedup", "{'size':1001}"));
    assertEquals(
        "each page by itself",
        List.of("d2", "d3"),
        succeeded(ext("", BY_N + ",'size':2,'search_after':[1]")).found());
  }

  public void testPageOfAPipelineWithoutOversampling() throws IOException {
    news();
    put("_search/pipeline/p", "{'response_processors':[{'near_dup_collapse':{'field':'print'}}]}");
    put("news/_settings", "{'index.search.default_pipeline':'p'}");
    assertEquals(List.of("d0", "d1", "d5", "d7"), succeeded(ask("news", BY_N)).found());
    assertEquals(ALL, succeeded(ask("news", BY_N + ",'search_after':[-1]")).found());
  }
}
