// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import java.util.List;
import org.opensearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.query.QueryBuilders;
import org.opensearch.search.SearchHit;

/** The query explained, profiled, validated and cached, on a running node. */
public class NearDupInspectionTests extends NearDupSearchTestCase {

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
    // However the few documents were searched, and in any number of slices.
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
}
