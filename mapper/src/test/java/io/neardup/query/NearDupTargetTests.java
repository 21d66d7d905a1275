// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import java.util.Arrays;
import java.util.List;
import org.opensearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.opensearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/** The query on aliases, indexes and fields, on a running node. */
public class NearDupTargetTests extends NearDupSearchTestCase {

  public void testAliasesMayFilterByHashes() {
    indexSix();
    addAlias("near", NEAR);
    addAlias("same", "{'near_dup':{'hash':{'hashes':['00000000000000ff'],'max_distance':0}}}");
    assertEquals(List.of("0", "1", "2", "3"), searchTargets("near", QueryBuilders.matchAllQuery()));
    assertEquals(List.of("0"), searchTargets("same", QueryBuilders.matchAllQuery()));
    QueryBuilder german = QueryBuilders.termQuery("lang", "de");
    assertEquals(List.of("1", "3"), searchTargets("near", german));
  }

  public void testAliasesMayNotFilterByIdsAndDocuments() {
    indexSix();
    for (String source : List.of("'id':'1','index':'news'", "'doc':{'fingerprint':1}")) {
      Exception e =
          expectThrows(
              IllegalArgumentException.class,
              () -> addAlias("near", "{'near_dup':{'hash':{" + source + "}}}"));
      assertEquals(
          "[near_dup] ["
              + (source.startsWith("'id'") ? "id" : "doc")
              + "] works only in searches, where the coordinating node looks the fingerprint up; in"
              + " alias filters and stored queries use [hash] or [hashes]",
          e.getCause().getMessage());
    }
  }

  private void addAlias(String alias, String filter) {
    client()
        .admin()
        .indices()
        .prepareAliases()
        .addAliasAction(AliasActions.add().index(INDEX).alias(alias).filter(json(filter)))
        .get();
  }

  private List<String> searchTargets(String target, QueryBuilder query) {
    SearchRequest request =
        new SearchRequest(target.split(",")).source(new SearchSourceBuilder().query(query));
    SearchResponse response = client().search(request).actionGet();
    assertEquals(0, response.getFailedShards());
    return Arrays.stream(response.getHits().getHits()).map(SearchHit::getId).sorted().toList();
  }

  public void testUnmappedFieldAndFieldOfAnotherType() {
    indexSix();
    assertEquals(
        "[near_dup] field [nowhere] is not mapped: map it as [simhash], or set [ignore_unmapped]"
            + " to leave out indexes without it",
        refusal("{'near_dup':{'nowhere':{'hash':1}}}"));
    assertEquals(
        "[near_dup] field [lang] is of type [keyword], not [simhash] or [minhash]; use a field of"
            + " type [simhash]",
        refusal("{'near_dup':{'lang':{'hash':1}}}"));
    assertEquals(List.of(), find("{'near_dup':{'nowhere':{'hash':1,'ignore_unmapped':true}}}"));
  }

  public void testIndexesOfWhichOneLacksTheField() {
    indexSix();
    client().admin().indices().prepareCreate("other").get();
    QueryBuilder strict = QueryBuilders.wrapperQuery(json(NEAR));
    SearchResponse response =
        client()
            .search(
                new SearchRequest(INDEX, "other")
                    .source(new SearchSourceBuilder().query(strict))
                    .allowPartialSearchResults(true))
            .actionGet();
    assertEquals(4, response.getHits().getHits().length);
    assertEquals(1, response.getFailedShards());
    assertEquals("other", response.getShardFailures()[0].index());
    assertEquals(RestStatus.BAD_REQUEST, response.getShardFailures()[0].status());
    assertEquals(
        "[near_dup] field [hash] is not mapped: map it as [simhash], or set [ignore_unmapped] to"
            + " leave out indexes without it",
        response.getShardFailures()[0].getCause().getMessage());
    assertEquals(
        List.of("0", "1", "2", "3"),
        searchTargets(
            INDEX + ",other",
            QueryBuilders.wrapperQuery(
                json("{'near_dup':{'hash':{'hash':255,'ignore_unmapped':true}}}"))));
  }

  /** There the query reaches a shard without a coordinating node. */
  public void testIndexFilterOfFieldCapabilities() {
    indexSix();
    FieldCapabilitiesRequest request =
        new FieldCapabilitiesRequest()
            .indices(INDEX)
            .fields("lang")
            .indexFilter(QueryBuilders.wrapperQuery(json(NEAR)));
    assertArrayEquals(new String[] {INDEX}, client().fieldCaps(request).actionGet().getIndices());
  }
}
