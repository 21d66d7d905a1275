// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.opensearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.opensearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;

/** The query in the company of everything else a search can say, on a running node. */
public class NearDupSearchTests extends SimHashNodeTestCase {
  private static final String NEAR = "{'near_dup':{'hash':{'hash':'00000000000000ff'}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class);
  }

  /** Document n differs from 00000000000000ff in n bits. */
  private void indexSix() {
    createNews(
        "{'properties':{'hash':{'type':'simhash'},'lang':{'type':'keyword'},"
            + "'twin':{'type':'alias','path':'hash'}}}");
    index("0", "{'hash':'00000000000000ff','lang':'en'}");
    index("1", "{'hash':'00000000000000fe','lang':'de'}");
    index("2", "{'hash':'00000000000000fc','lang':'en'}");
    index("3", "{'hash':'80000000000000fc','lang':'de'}");
    index("4", "{'hash':'00000000000000f0','lang':'en'}");
    index("none", "{'lang':'en'}");
  }

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

  public void testNearest() {
    indexSix();
    assertEquals(List.of("0", "1"), find("{'near_dup':{'hash':{'hash':255,'k':2}}}"));
    assertScores("{'near_dup':{'hash':{'hash':255,'k':2}}}", 1f, 1 - 1 / 64f);
    assertEquals(
        List.of("0", "1", "2", "3", "4"), find("{'near_dup':{'hash':{'hash':255,'k':10}}}"));
    assertEquals(
        List.of("0", "1"), find("{'near_dup':{'hash':{'hash':255,'k':10,'max_distance':1}}}"));
    String german = "{'term':{'lang':'de'}}";
    assertEquals(
        "restricted before",
        List.of("1", "3"),
        find("{'near_dup':{'hash':{'hash':255,'k':2,'filter':" + german + "}}}"));
    assertEquals(
        "restricted after",
        List.of("1"),
        find("{'bool':{'must':{'near_dup':{'hash':{'hash':255,'k':2}}},'filter':" + german + "}}"));
    assertEquals(List.of("4"), find("{'near_dup':{'hash':{'hashes':[240],'k':1}}}"));
    assertEquals(List.of("0"), find("{'near_dup':{'hash':{'id':'0','k':1}}}"));
    assertEquals(List.of("0"), find("{'near_dup':{'twin':{'hash':255,'k':1}}}"));
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

  public void testExplainShowsTheDistance() {
    indexSix();
    SearchHit hit =
        search("{'explain':true,'query':{'near_dup':{'hash':{'hash':254,'max_distance':0}}}}")
            .getHits()
            .getAt(0);
    assertEquals("1", hit.getId());
    assertTrue(hit.getExplanation().isMatch());
    assertTrue(hit.getExplanation().toString().contains("00000000000000fe"));
    var explained =
        client().prepareExplain(INDEX, "3").setQuery(QueryBuilders.wrapperQuery(json(NEAR))).get();
    assertTrue(explained.isMatch());
    assertEquals(1 - 3 / 64f, explained.getExplanation().getValue());
    assertTrue(
        explained.getExplanation().toString(),
        explained.getExplanation().toString().contains("80000000000000fc"));
    assertFalse(
        client()
            .prepareExplain(INDEX, "4")
            .setQuery(QueryBuilders.wrapperQuery(json(NEAR)))
            .get()
            .isMatch());
  }

  public void testProfileNamesTheQuery() {
    indexSix();
    String profile = part(search("{'profile':true,'query':" + NEAR + "}"), "profile").toString();
    assertTrue(profile, profile.contains("type=HammingDistanceQuery"));
    assertTrue(profile, profile.contains("00000000000000ff"));
    // Whichever way the few documents were searched, and in however many slices.
    try {
      for (String mode : List.of("none", "all")) {
        setConcurrentSearch(mode);
        String counts = part(search("{'profile':true,'query':" + NEAR + "}"), "profile").toString();
        assertTrue(counts, counts.matches("(?s).*near_dup_matches=4\\b.*"));
        assertTrue(counts, counts.matches("(?s).*near_dup_leaves_(looked_up|scanned)=[1-9].*"));
        assertTrue(counts, counts.matches("(?s).*near_dup_doc_values_read=[4-6]\\b.*"));
      }
    } finally {
      setConcurrentSearch(null);
    }
  }

  private void setConcurrentSearch(String mode) {
    Settings settings =
        Settings.builder().put("search.concurrent_segment_search.mode", mode).build();
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
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
              + "] is for searches, whose coordinating node looks the fingerprint up; filters of"
              + " aliases and stored queries take [hash] or [hashes]",
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
        "[near_dup] field [lang] is of type [keyword], name one of type [simhash]",
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

  public void testValidateQuery() {
    indexSix();
    ValidateQueryResponse valid = validate(NEAR);
    assertTrue(valid.isValid());
    assertEquals(0, valid.getFailedShards());
    assertTrue(
        valid.getQueryExplanation().get(0).getExplanation(),
        valid.getQueryExplanation().get(0).getExplanation().contains("00000000000000ff"));
    assertInvalid("{'near_dup':{'nowhere':{'hash':1}}}", "field [nowhere] is not mapped");
    assertInvalid("{'near_dup':{'lang':{'hash':1}}}", "field [lang] is of type [keyword]");
    assertTrue(validate("{'near_dup':{'hash':{'id':'0'}}}").isValid());
    assertInvalid("{'near_dup':{'hash':{'id':'zero'}}}", "[id] [zero] does not exist");
  }

  private void assertInvalid(String query, String reason) {
    ValidateQueryResponse response = validate(query);
    assertFalse(query, response.isValid());
    String error = response.getQueryExplanation().get(0).getError();
    assertTrue(error, error.contains(reason));
  }

  private ValidateQueryResponse validate(String query) {
    return client()
        .admin()
        .indices()
        .prepareValidateQuery(INDEX)
        .setQuery(QueryBuilders.wrapperQuery(json(query)))
        .setExplain(true)
        .get();
  }

  public void testEqualQueriesShareACachedAnswer() {
    createNews(HASH_MAPPING, "index.requests.cache.enable", "true");
    index("0", "{'hash':'00000000000000ff'}");
    search("{'size':0,'query':" + NEAR + "}");
    assertEquals(0, cacheHits());
    search("{'size':0,'query':{'near_dup':{'hash':{'hashes':[255],'max_distance':3}}}}");
    assertEquals(1, cacheHits());
    search("{'size':0,'query':{'near_dup':{'hash':{'id':'0'}}}}");
    assertEquals(2, cacheHits());
    search("{'size':0,'query':{'near_dup':{'hash':{'hash':255,'max_distance':4}}}}");
    assertEquals(2, cacheHits());
  }

  private long cacheHits() {
    return client()
        .admin()
        .indices()
        .prepareStats(INDEX)
        .setRequestCache(true)
        .get()
        .getTotal()
        .getRequestCache()
        .getHitCount();
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

  /** There the query meets a shard first, without anybody who coordinates. */
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
