// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.settings.Settings;
import org.opensearch.search.SearchHit;

/** The query combined with other features of a search, on a running node. */
public class NearDupSearchTests extends NearDupSearchTestCase {

  public void testFormsOfTheQuery() {
    indexSix();
    assertEquals(List.of("0", "1", "2", "3"), find(NEAR));
    assertEquals(List.of("0", "1", "2", "3"), find("{'near_dup':{'hash':'00000000000000FF'}}"));
    assertEquals(List.of("0", "1"), find("{'near_dup':{'hash':'00000000000000ff~1'}}"));
    assertEquals(List.of("0", "1"), find("{'near_dup':{'hash':{'hash':255,'max_distance':1}}}"));
    assertEquals(List.of("0"), find("{'near_dup':{'hash':{'hash':255,'max_distance':0}}}"));
    assertEquals(
        List.of("0", "1", "2", "4"),
        find("{'near_dup':{'hash':{'hashes':['00000000000000ff',240,255],'max_distance':2}}}"));
    assertEquals(List.of("0", "1", "2", "3"), find("{'near_dup':{'twin':{'hash':255}}}"));
  }

  public void testWithoutHashesNothingIsFound() {
    indexSix();
    assertEquals(List.of(), find("{'near_dup':{'hash':{'hashes':[]}}}"));
    assertEquals(List.of(), find("{'near_dup':{'nowhere':{'hashes':[]}}}"));
    assertEquals(
        List.of("none"),
        find("{'bool':{'must_not':[{'near_dup':{'hash':{'hash':255,'max_distance':64}}}]}}"));
  }

  public void testComposesWithBool() {
    indexSix();
    String english = "{'term':{'lang':'en'}}";
    assertEquals(List.of("0", "2"), find("{'bool':{'filter':[" + NEAR + "," + english + "]}}"));
    assertEquals(
        List.of("1", "3"), find("{'bool':{'must':[" + NEAR + "],'must_not':[" + english + "]}}"));
    assertEquals(
        List.of("4", "none"),
        find("{'bool':{'filter':[" + english + "],'must_not':[" + NEAR + "]}}"));
    assertEquals(
        List.of("0", "1", "2", "3", "4"),
        find("{'bool':{'should':[" + NEAR + ",{'near_dup':{'hash':{'hash':240}}}]}}"));
    assertEquals(
        List.of("1"), ids("{'query':" + NEAR + ",'post_filter':{'ids':{'values':['1']}}}"));
  }

  /** What [k] was for: hits come nearest first, and [size] cuts them. */
  public void testNearest() {
    indexSix();
    String far = "'query':{'near_dup':{'hash':{'hash':255,'max_distance':64}}}";
    assertEquals(List.of("0", "1"), ids("{'size':2," + far + "}"));
    assertEquals(
        List.of("1", "3"), ids("{'size':2," + far + ",'post_filter':{'term':{'lang':'de'}}}"));
  }

  public void testScore() {
    indexSix();
    assertScores(NEAR, 1f, 1 - 1 / 64f, 1 - 2 / 64f, 1 - 3 / 64f);
    assertScores(
        "{'near_dup':{'hash':{'hash':255,'max_distance':1,'boost':4}}}", 4f, 4 * (1 - 1 / 64f));
    assertScores("{'constant_score':{'filter':" + NEAR + ",'boost':2}}", 2f, 2f, 2f, 2f);
    assertScores("{'bool':{'filter':[" + NEAR + "]}}", 0f, 0f, 0f, 0f);
    assertScores("{'near_dup':{'hash':{'hashes':[255,252],'max_distance':0}}}", 1f, 1f);
  }

  private void assertScores(String query, Float... scores) {
    assertEquals(
        query,
        Arrays.asList(scores),
        Arrays.stream(search("{'query':" + query + "}").getHits().getHits())
            .map(SearchHit::getScore)
            .toList());
  }

  public void testNamedQueriesTellWhichMatched() {
    indexSix();
    SearchResponse response =
        search(
            "{'sort':['_id'],'query':{'bool':{'should':["
                + "{'near_dup':{'hash':{'hash':255,'max_distance':0,'_name':'same'}}},"
                + "{'near_dup':{'hash':{'hash':255,'max_distance':2,'_name':'near'}}}]}}}");
    assertEquals(
        List.of("near,same", "near", "near"),
        Arrays.stream(response.getHits().getHits())
            .map(hit -> String.join(",", Arrays.stream(hit.getMatchedQueries()).sorted().toList()))
            .toList());
  }

  public void testAggregations() {
    indexSix();
    SearchResponse response =
        search(
            "{'size':0,'query':"
                + NEAR
                + ",'aggs':{'lang':{'terms':{'field':'lang','order':{'_key':'asc'}}},"
                + "'very':{'filter':{'near_dup':{'hash':'00000000000000ff~1'}}}}}");
    Map<String, Object> aggregations = part(response, "aggregations");
    assertEquals("{doc_count=2}", aggregations.get("very").toString());
    Map<?, ?> byLanguage = (Map<?, ?>) aggregations.get("lang");
    assertEquals(
        "[{key=de, doc_count=2}, {key=en, doc_count=2}]", byLanguage.get("buckets").toString());
  }

  public void testSortAndSearchAfter() {
    indexSix();
    assertEquals(
        List.of("3", "2"),
        ids("{'query':" + NEAR + ",'size':2,'sort':[{'_score':'asc'},{'_id':'asc'}]}"));
    assertEquals(
        List.of("2", "3"),
        ids(
            "{'query':"
                + NEAR
                + ",'sort':[{'_score':'desc'},{'_id':'asc'}],'search_after':[0.984375,'1']}"));
    assertEquals(List.of("0", "1"), ids("{'query':" + NEAR + ",'collapse':{'field':'lang'}}"));
    assertEquals(List.of("0"), ids("{'query':" + NEAR + ",'min_score':0.99}"));
  }

  public void testNestedDocuments() {
    createNews(
        "{'properties':{'part':{'type':'nested','properties':{'hash':{'type':'simhash'},"
            + "'no':{'type':'integer'}}}}}");
    index("a", "{'part':[{'no':1,'hash':'00000000000000ff'},{'no':2,'hash':'ffffffffffffffff'}]}");
    index("b", "{'part':[{'no':1,'hash':'ffffffffffffffff'},{'no':2,'hash':'00000000000000fe'}]}");
    index("c", "{'part':[{'no':1}]}");
    String near = "{'near_dup':{'part.hash':{'hash':255}}}";
    assertEquals(List.of("a", "b"), find("{'nested':{'path':'part','query':" + near + "}}"));
    assertEquals(
        List.of("a"),
        find(
            "{'nested':{'path':'part','query':{'bool':{'filter':["
                + near
                + ",{'term':{'part.no':1}}]}}}}"));
    SearchHit best =
        search(
                "{'query':{'nested':{'path':'part','score_mode':'max','query':"
                    + near
                    + ",'inner_hits':{}}}}")
            .getHits()
            .getAt(0);
    assertEquals("a", best.getId());
    assertEquals(1f, best.getScore(), 0);
    assertEquals(1, best.getInnerHits().get("part").getHits().length);
    assertEquals(List.of(), find(near));
  }

  public void testLimitOfHashesFollowsTheClusterSetting() {
    indexSix();
    String three = "{'near_dup':{'hash':{'hashes':[255,254,240],'max_distance':0}}}";
    assertEquals(List.of("0", "1", "4"), find(three));
    setMaxHashes(2);
    try {
      Exception e = expectThrows(Exception.class, () -> find(three));
      assertTrue(
          e.getMessage(),
          e.getMessage()
              .contains("[near_dup] [hashes] may name at most [2] fingerprints, got [3]"));
    } finally {
      setMaxHashes(null);
    }
    assertEquals(List.of("0", "1", "4"), find(three));
  }

  private void setMaxHashes(Integer max) {
    Settings.Builder settings = Settings.builder();
    if (max == null) {
      settings.putNull("plugins.near_dup.max_hashes");
    } else {
      settings.put("plugins.near_dup.max_hashes", max);
    }
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }

  public void testUpdatesAndDeletesShow() {
    indexSix();
    client().prepareDelete(INDEX, "1").get();
    index("2", "{'hash':'ffffffffffffffff'}");
    index("4", "{'hash':'00000000000000fb'}");
    index("0", "{'lang':'en'}");
    client().admin().indices().prepareRefresh(INDEX).get();
    assertEquals(List.of("3", "4"), find(NEAR));
  }
}
