// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static org.opensearch.common.unit.TimeValue.timeValueMinutes;

import io.neardup.mapper.SimHashNodeTestCase;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.search.CreatePitAction;
import org.opensearch.action.search.CreatePitRequest;
import org.opensearch.action.search.DeletePitAction;
import org.opensearch.action.search.DeletePitRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.PointInTimeBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Ids and documents become fingerprints before the shards are searched. */
public class NearDupResolutionTests extends SimHashNodeTestCase {
  private static final String BY_ID = "{'near_dup':{'hash':{'id':'1','max_distance':1}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class);
  }

  private void indexFour() {
    createNews(HASH_MAPPING, "index.number_of_shards", "3");
    indexHashes("00000000000000ff", "00000000000000fe", "00000000000000fc", "000000000000ffff");
  }

  public void testById() {
    indexFour();
    assertEquals(List.of("0", "1", "2"), find(BY_ID));
    assertEquals(
        List.of("1", "2"),
        find("{'near_dup':{'hash':{'id':'2','index':'news','routing':'2','max_distance':1}}}"));
  }

  public void testByDocument() {
    indexFour();
    assertEquals(
        List.of("3"),
        find("{'near_dup':{'hash':{'doc':{'fingerprint':65535,'max_distance':64}}}}"));
  }

  /** The query is rewritten wherever a search can contain it. */
  public void testAnywhereInASearch() {
    indexFour();
    String byDoc = "{'near_dup':{'hash':{'doc':{'fingerprint':65535}}}}";
    assertEquals(
        List.of("0", "1", "2", "3"), find("{'bool':{'should':[" + BY_ID + "," + byDoc + "]}}"));
    assertEquals(
        List.of("0", "1", "2"),
        find("{'constant_score':{'filter':{'bool':{'filter':[" + BY_ID + "]}}}}"));
    assertEquals(List.of("3"), ids("{'query':{'match_all':{}},'post_filter':" + byDoc + "}"));
    assertTrue(
        part(search("{'size':0,'aggs':{'a':{'filter':" + BY_ID + "}}}"), "aggregations")
            .toString()
            .contains("doc_count=3"));
    assertEquals(
        List.of("3"),
        ids(
            "{'size':1,'query':{'match_all':{}},'rescore':{'query':{'query_weight':0,"
                + "'rescore_query':"
                + byDoc
                + "}}}"));
  }

  public void testNameAndBoostSurvive() {
    indexFour();
    SearchHit hit =
        search("{'query':{'near_dup':{'hash':{'id':'1','max_distance':0,'boost':3,'_name':'q'}}}}")
            .getHits()
            .getAt(0);
    assertEquals(3f, hit.getScore(), 0);
    assertArrayEquals(new String[] {"q"}, hit.getMatchedQueries());
  }

  public void testFailureKeepsItsStatus() {
    indexFour();
    Exception e =
        expectThrows(Exception.class, () -> find("{'near_dup':{'hash':{'id':'missing'}}}"));
    assertEquals(RestStatus.NOT_FOUND, ExceptionsHelper.status(e));
    assertEquals("[id] [missing] does not exist", ExceptionsHelper.unwrapCause(e).getMessage());
    e = expectThrows(Exception.class, () -> find("{'near_dup':{'hash':{'doc':{'x':1}}}}"));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    e =
        expectThrows(
            Exception.class, () -> find("{'near_dup':{'hash':{'id':'1','index':'nowhere'}}}"));
    assertEquals(RestStatus.NOT_FOUND, ExceptionsHelper.status(e));
    assertTrue(e.getMessage(), e.getMessage().contains("no such index [nowhere]"));
  }

  public void testExplainResolvesToo() {
    indexFour();
    QueryBuilder byId = QueryBuilders.wrapperQuery(json(BY_ID));
    assertTrue(client().prepareExplain(INDEX, "0").setQuery(byId).get().isMatch());
    assertFalse(client().prepareExplain(INDEX, "3").setQuery(byId).get().isMatch());
  }

  /** Such a search names no index, but must not search all. */
  public void testPointInTimeKnowsItsIndexes() {
    indexFour();
    client().admin().indices().prepareCreate("another").get();
    String id =
        client()
            .execute(
                CreatePitAction.INSTANCE, new CreatePitRequest(timeValueMinutes(1), false, INDEX))
            .actionGet()
            .getId();
    try {
      SearchSourceBuilder source =
          new SearchSourceBuilder()
              .query(QueryBuilders.wrapperQuery(json(BY_ID)))
              .pointInTimeBuilder(new PointInTimeBuilder(id));
      SearchHit[] hits =
          client().search(new SearchRequest().source(source)).actionGet().getHits().getHits();
      assertEquals(
          List.of("0", "1", "2"), Arrays.stream(hits).map(SearchHit::getId).sorted().toList());
    } finally {
      client().execute(DeletePitAction.INSTANCE, new DeletePitRequest(id)).actionGet();
    }
  }
}
