// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.search.SearchHit;

/** Features that read doc values, on a running node: sorting, aggregations, scripts. */
public class SimHashValuesTests extends SimHashNodeTestCase {
  private static final String[] UNSORTED = {
    "8000000000000000", "0000000000000001", "ffffffffffffffff", "7fffffffffffffff"
  };
  private static final String SEGMENTS_MAPPING =
      "{'properties':{'hash':{'type':'simhash','segment_doc_values':true}}}";

  private static List<Object> sortValues(SearchResponse response) {
    return Arrays.stream(response.getHits().getHits()).map(hit -> hit.getSortValues()[0]).toList();
  }

  private static Map<String, Object> buckets(SearchResponse response, String aggregation) {
    Map<?, ?> result = (Map<?, ?>) part(response, "aggregations").get(aggregation);
    Map<String, Object> buckets = new TreeMap<>();
    for (Object bucket : (List<?>) result.get("buckets")) {
      buckets.put(
          String.valueOf(((Map<?, ?>) bucket).get("key")), ((Map<?, ?>) bucket).get("doc_count"));
    }
    return buckets;
  }

  private static Object value(SearchResponse response, String aggregation) {
    return ((Map<?, ?>) part(response, "aggregations").get(aggregation)).get("value");
  }

  public void testSortIsByUnsignedValueAndShowsHex() {
    createNews(HASH_MAPPING, "index.number_of_shards", "3");
    indexHashes(UNSORTED);
    assertEquals(
        List.of("0000000000000001", "7fffffffffffffff", "8000000000000000", "ffffffffffffffff"),
        sortValues(search("{'sort':'hash'}")));
    assertEquals(List.of("2", "0", "3", "1"), ids("{'sort':{'hash':'desc'}}"));
  }

  public void testSearchAfterTakesWhatSortShows() {
    createNews(HASH_MAPPING, "index.number_of_shards", "3");
    indexHashes(UNSORTED);
    assertEquals(List.of("0", "2"), ids("{'sort':'hash','search_after':['7fffffffffffffff']}"));
    assertEquals(
        List.of("3", "1"), ids("{'sort':{'hash':'desc'},'search_after':['8000000000000000']}"));
  }

  public void testSortOfMissingValues() {
    createNews(HASH_MAPPING);
    indexHashes(UNSORTED);
    index("none", "{'title':'no fingerprint'}");
    assertEquals(List.of("1", "3", "0", "2", "none"), ids("{'sort':'hash'}"));
    assertNull(sortValues(search("{'sort':'hash'}")).get(4));
    assertEquals(List.of("none"), ids("{'sort':'hash','search_after':['ffffffffffffffff']}"));
    assertEquals(List.of(), ids("{'sort':'hash','search_after':[null]}"));
    assertEquals(List.of("2", "0", "3", "1", "none"), ids("{'sort':{'hash':'desc'}}"));
    assertEquals(
        List.of("none", "1", "3", "0", "2"), ids("{'sort':{'hash':{'missing':'_first'}}}"));
    assertEquals(
        List.of("1", "3", "none", "0", "2"),
        ids("{'sort':[{'hash':{'missing':'7FFFFFFFFFFFFFFF'}},'_doc']}"));
    String refusal = refusedSearch("{'sort':{'hash':{'missing':'nonsense'}}}");
    assertTrue(refusal, refusal.endsWith("got [nonsense] (8 characters)"));
  }

  public void testSortOfTheIndex() {
    createNews(HASH_MAPPING, "index.sort.field", "hash", "index.sort.order", "desc");
    indexHashes(UNSORTED);
    index("none", "{'title':'no fingerprint'}");
    client().admin().indices().prepareForceMerge(INDEX).setMaxNumSegments(1).get();
    client().admin().indices().prepareRefresh(INDEX).get();
    assertEquals(List.of("2", "0", "3", "1", "none"), ids("{'sort':'_doc'}"));
    assertEquals(List.of("2", "0", "3", "1", "none"), ids("{'sort':{'hash':'desc'}}"));
    assertEquals(List.of("2"), find("{'term':{'hash':'ffffffffffffffff'}}"));
  }

  public void testDocvalueFieldsShowHex() {
    createNews(HASH_MAPPING);
    indexHashes("FFFF000000000001");
    SearchHit hit = search("{'docvalue_fields':['hash'],'_source':false}").getHits().getAt(0);
    assertEquals(List.of("ffff000000000001"), hit.field("hash").getValues());
    String refusal = refusedSearch("{'docvalue_fields':[{'field':'hash','format':'hex'}]}");
    assertEquals("Field [hash] of type [simhash] does not support custom formats", refusal);
  }

  public void testFieldsAreCanonical() {
    createNews(HASH_MAPPING);
    index("hex", "{'hash':'FFFF00000000000A'}");
    index("number", "{'hash':[18446462598732840970]}");
    for (SearchHit hit : search("{'fields':['hash','hash.s0','hash.s3']}").getHits().getHits()) {
      assertEquals(List.of("ffff00000000000a"), hit.field("hash").getValues());
      assertEquals(List.of("ffff"), hit.field("hash.s0").getValues());
      assertEquals(List.of("000a"), hit.field("hash.s3").getValues());
    }
    assertEquals(1, search("{'fields':['*']}").getHits().getAt(0).field("hash").getValues().size());
  }

  public void testScriptsReadHex() {
    createNews(HASH_MAPPING);
    indexHashes("ffff000000000001");
    index("none", "{'title':'no fingerprint'}");
    SearchHit[] hits =
        search(
                "{'sort':['hash','_doc'],'script_fields':{'read':{'script':"
                    + "'doc.hash.size() == 0 ? doc.hash.size() : doc.hash.value'}}}")
            .getHits()
            .getHits();
    assertEquals("ffff000000000001", hits[0].field("read").getValue());
    assertEquals(0, (int) hits[1].field("read").getValue());
  }

  public void testAggregationsHaveHexKeys() {
    createNews(HASH_MAPPING, "index.number_of_shards", "3");
    indexHashes("ffff000000000001", "0000000000000002", "ffff000000000001");
    index("none", "{'title':'no fingerprint'}");
    SearchResponse response =
        search(
            "{'size':0,'aggs':{"
                + "'all':{'terms':{'field':'hash'}},"
                + "'named':{'terms':{'field':'hash','missing':'none'}},"
                + "'one':{'terms':{'field':'hash','include':['ffff000000000001']}},"
                + "'typed':{'terms':{'field':'hash','include':'0.*'}},"
                + "'pages':{'composite':{'sources':[{'hash':{'terms':{'field':'hash'}}}],"
                + "'after':{'hash':'0000000000000002'}}},"
                + "'different':{'cardinality':{'field':'hash'}},"
                + "'values':{'value_count':{'field':'hash'}}}}");
    assertEquals(Map.of("ffff000000000001", 2, "0000000000000002", 1), buckets(response, "all"));
    assertEquals(
        Map.of("ffff000000000001", 2, "0000000000000002", 1, "none", 1),
        buckets(response, "named"));
    assertEquals(Map.of("ffff000000000001", 2), buckets(response, "one"));
    assertEquals(Map.of("0000000000000002", 1), buckets(response, "typed"));
    assertEquals(Map.of("{hash=ffff000000000001}", 2), buckets(response, "pages"));
    assertEquals(2, value(response, "different"));
    assertEquals(3, value(response, "values"));
  }

  public void testSegmentsAreAggregated() {
    createNews(SEGMENTS_MAPPING, "index.number_of_shards", "3");
    indexHashes("ffff000000000001", "ffff000000000002", "0001000000000002");
    SearchResponse response =
        search(
            "{'size':0,'aggs':{'s0':{'terms':{'field':'hash.s0'}},"
                + "'s3':{'terms':{'field':'hash.s3','include':'.*2'}}}}");
    assertEquals(Map.of("ffff", 2, "0001", 1), buckets(response, "s0"));
    assertEquals(Map.of("0002", 2), buckets(response, "s3"));
    SearchHit[] groups =
        search(
                "{'collapse':{'field':'hash.s0'},'sort':{'hash.s0':'asc'},"
                    + "'docvalue_fields':['hash.s0']}")
            .getHits()
            .getHits();
    assertEquals(2, groups.length);
    assertEquals("0001", groups[0].field("hash.s0").getValue());
  }

  public void testSegmentsWithoutDocValuesSayWhatToSet() {
    createNews(HASH_MAPPING);
    indexHashes(UNSORTED);
    String sentence =
        "field [hash.s0] has no doc values to aggregate, sort or script on: set"
            + " [segment_doc_values] to [true] on field [hash] in the mapping of a new index";
    assertEquals(sentence, refusedSearch("{'aggs':{'s0':{'terms':{'field':'hash.s0'}}}}"));
    assertEquals(sentence, refusedSearch("{'sort':'hash.s0'}"));
    assertEquals(sentence, refusedSearch("{'docvalue_fields':['hash.s0']}"));
  }

  public void testCollapseIsForKeywordsAndNumbers() {
    createNews(HASH_MAPPING);
    indexHashes(UNSORTED);
    String refusal = refusedSearch("{'collapse':{'field':'hash'}}");
    assertTrue(refusal, refusal.contains("collapse"));
  }
}
