// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.opensearch.ExceptionsHelper;
import org.opensearch.action.admin.indices.mapping.get.GetFieldMappingsResponse;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.fieldcaps.FieldCapabilities;
import org.opensearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.support.WriteRequest.RefreshPolicy;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.search.SearchHit;

/** Indexing and mapping on a running node. */
public class SimHashIndexingTests extends SimHashNodeTestCase {
  private static final String HASH = "9f3a5c3b12ff00aa";

  private FieldCapabilities capabilities(String field) {
    FieldCapabilitiesResponse response = client().prepareFieldCaps(INDEX).setFields("hash*").get();
    return response.getField(field).get("keyword");
  }

  private Map<String, Object> fieldMapping(String field) {
    GetFieldMappingsResponse response =
        client().admin().indices().prepareGetFieldMappings(INDEX).setFields(field).get();
    return response.fieldMappings(INDEX, field).sourceAsMap();
  }

  public void testFieldCapabilities() {
    createNews(HASH_MAPPING);
    assertTrue(capabilities("hash").isSearchable());
    assertTrue(capabilities("hash").isAggregatable());
    for (String segment : List.of("hash.s0", "hash.s1", "hash.s2", "hash.s3")) {
      assertTrue(capabilities(segment).isSearchable());
      assertFalse(capabilities(segment).isAggregatable());
    }
  }

  public void testSegmentsWithDocValuesAreAggregatable() {
    createNews("{'properties':{'hash':{'type':'simhash','segment_doc_values':true}}}");
    assertTrue(capabilities("hash.s2").isAggregatable());
  }

  public void testKeys() {
    createNews(
        "{'properties':{'hash':{'type':'simhash','segments':'5x2','segment_doc_values':true}}}");
    indexHashes(HASH, "9f3a5c3b12ff00ab", "0000000000000000");
    for (int k = 0; k < 10; k++) {
      assertTrue(capabilities("hash.k" + k).isSearchable());
      assertTrue(capabilities("hash.k" + k).isAggregatable());
      assertEquals(Map.of("k" + k, Map.of("type", "keyword")), fieldMapping("hash.k" + k));
    }
    assertEquals(
        Map.of("hash", Map.of("type", "simhash", "segments", "5x2", "segment_doc_values", true)),
        fieldMapping("hash"));
    assertEquals(List.of("0", "1"), find("{'term':{'hash.k0':'27CE970'}}"));
    assertEquals(List.of("1"), find("{'term':{'hash.k9':'0ff00ab'}}"));
    assertEquals(List.of("0", "1", "2"), find("{'exists':{'field':'hash.k9'}}"));
    assertEquals(List.of("0", "1"), find("{'term':{'hash':'9f3a5c3b12ff00ae~2'}}"));
    SearchResponse response =
        search("{'fields':['hash.k9'],'sort':'hash','aggs':{'k':{'terms':{'field':'hash.k0'}}}}");
    assertEquals("0000000", response.getHits().getHits()[0].field("hash.k9").getValue());
    assertEquals("0ff00aa", response.getHits().getHits()[1].field("hash.k9").getValue());
    String aggregations = part(response, "aggregations").toString();
    assertTrue(aggregations, aggregations.contains("{key=27ce970, doc_count=2}"));
    assertEquals(List.of(), find("{'multi_match':{'query':'0000000','fields':['*']}}"));
  }

  public void testSegmentsAreRefusedOnAnExistingField() {
    createNews(HASH_MAPPING);
    for (String change : List.of("'5x2'", "5")) {
      Exception e =
          expectThrows(
              Exception.class,
              () ->
                  client()
                      .admin()
                      .indices()
                      .preparePutMapping(INDEX)
                      .setSource(
                          json(
                              "{'properties':{'hash':{'type':'simhash','segments':"
                                  + change
                                  + "}}}"),
                          XContentType.JSON)
                      .get());
      assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
      assertTrue(e.toString(), e.toString().contains("[segments]"));
    }
  }

  public void testFieldMappings() {
    createNews(HASH_MAPPING);
    assertEquals(Map.of("hash", Map.of("type", "simhash", "segments", 4)), fieldMapping("hash"));
    assertEquals(
        Map.of("s0", Map.of("type", "keyword", "doc_values", false)), fieldMapping("hash.s0"));
    Map<String, Object> mapping =
        client()
            .admin()
            .indices()
            .prepareGetMappings(INDEX)
            .get()
            .mappings()
            .get(INDEX)
            .sourceAsMap();
    assertEquals(
        Map.of("properties", Map.of("hash", Map.of("type", "simhash", "segments", 4))), mapping);
  }

  public void testABadDocumentIsRefusedAlone() {
    createNews(HASH_MAPPING);
    BulkRequest bulk = new BulkRequest(INDEX).setRefreshPolicy(RefreshPolicy.IMMEDIATE);
    for (String hash : List.of(HASH, "nonsense", "0000000000000001")) {
      bulk.add(
          new IndexRequest().id(hash).source(json("{'hash':'" + hash + "'}"), XContentType.JSON));
    }
    BulkItemResponse[] items = client().bulk(bulk).actionGet().getItems();
    assertEquals(
        List.of(false, true, false), Arrays.stream(items).map(BulkItemResponse::isFailed).toList());
    assertEquals(400, items[1].getFailure().getStatus().getStatus());
    String shown = Strings.toString(XContentType.JSON, items[1].getFailure());
    assertTrue(
        shown,
        shown.contains(
            json("'reason':'failed to parse field [hash] of type [simhash] in document with id"
                    + " @nonsense@. Preview of field@s value: @nonsense@'")
                .replace('@', '\'')));
    assertTrue(
        shown,
        shown.contains(
            json(
                "'caused_by':{'type':'illegal_argument_exception','reason':'a fingerprint is 16 hex"
                    + " digits, [0b] and 64 binary digits, or a JSON integer from 0 to 2^64 - 1;"
                    + " got [nonsense] (8 characters)'}")));
    assertEquals(List.of("0000000000000001", HASH), find("{'match_all':{}}"));
  }

  public void testASecondFingerprintIsRefused() {
    createNews(HASH_MAPPING);
    Exception e =
        expectThrows(
            MapperParsingException.class,
            () -> index("1", "{'hash':['" + HASH + "','0000000000000001']}"));
    assertEquals(
        "field [hash] takes one fingerprint per document, got a second one [0000000000000001]: use"
            + " a field for each, or a [nested] object for each",
        e.getCause().getMessage());
    expectThrows(
        MapperParsingException.class, () -> index("2", "{'hash':['" + HASH + "','" + HASH + "']}"));
    assertEquals(List.of(), find("{'match_all':{}}"));
  }

  public void testIgnoreMalformed() {
    createNews("{'properties':{'hash':{'type':'simhash','ignore_malformed':true}}}");
    index("good", "{'hash':'" + HASH + "'}");
    index("bad", "{'hash':'nonsense'}");
    index("object", "{'hash':{'a':1}}");
    assertEquals(List.of("bad", "object"), find("{'term':{'_ignored':'hash'}}"));
    assertEquals(List.of("good"), find("{'exists':{'field':'hash'}}"));
    SearchResponse fields = search("{'query':{'ids':{'values':['bad']}},'fields':['hash']}");
    assertNull(fields.getHits().getAt(0).field("hash"));
  }

  public void testNullValue() {
    createNews("{'properties':{'hash':{'type':'simhash','null_value':'" + HASH + "'}}}");
    index("null", "{'hash':null}");
    index("none", "{'title':'no fingerprint'}");
    assertEquals(List.of("null"), find("{'term':{'hash':'" + HASH + "'}}"));
    SearchHit hit =
        search("{'query':{'ids':{'values':['null']}},'fields':['hash','hash.s1']}")
            .getHits()
            .getAt(0);
    assertEquals(HASH, hit.field("hash").getValue());
    assertEquals("5c3b", hit.field("hash.s1").getValue());
  }

  public void testCopyTo() {
    createNews(
        "{'properties':{'etag':{'type':'keyword','copy_to':'hash'},'hash':{'type':'simhash'}}}");
    index("copied", "{'etag':'" + HASH + "'}");
    assertEquals(List.of("copied"), find("{'term':{'hash':'9f3a5c3b12ff00ab~1'}}"));
    assertEquals(List.of("copied"), find("{'term':{'hash.s0':'9f3a'}}"));
    expectThrows(
        MapperParsingException.class,
        () -> index("both", "{'etag':'" + HASH + "','hash':'" + HASH + "'}"));
  }

  public void testCopyToASegmentIsRefused() {
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                createNews(
                    "{'properties':{'digits':{'type':'keyword','copy_to':'hash.s0'},"
                        + "'hash':{'type':'simhash'}}}"));
    assertTrue(e.getMessage(), e.getMessage().contains("hash.s0"));
  }

  public void testInsideObjectsAndMultiFields() {
    createNews(
        "{'properties':{'a':{'properties':{'hash':{'type':'simhash'}}},"
            + "'etag':{'type':'keyword','fields':{'near':{'type':'simhash'}}}}}");
    index("1", "{'a':{'hash':'" + HASH + "'},'etag':'0123456789abcdef'}");
    assertEquals(List.of("1"), find("{'term':{'a.hash.s3':'00aa'}}"));
    assertEquals(List.of("1"), find("{'term':{'etag.near':'0123456789abcdee~1'}}"));
    assertEquals(List.of("1"), find("{'term':{'etag.near.s0':'0123'}}"));
    SearchHit hit =
        search("{'fields':['a.hash.s3','etag.near','etag.near.s1']}").getHits().getAt(0);
    assertEquals("00aa", hit.field("a.hash.s3").getValue());
    assertEquals("0123456789abcdef", hit.field("etag.near").getValue());
    assertEquals("4567", hit.field("etag.near.s1").getValue());
  }

  public void testNestedObjectsHaveAFingerprintEach() {
    createNews(
        "{'properties':{'parts':{'type':'nested','properties':{'hash':{'type':'simhash'}}}}}");
    index("two", "{'parts':[{'hash':'" + HASH + "'},{'hash':'0000000000000001'}]}");
    index("one", "{'parts':[{'hash':'0000000000000003'}]}");
    String query = "{'nested':{'path':'parts','query':{'term':{'parts.hash':'%s'}}}}";
    assertEquals(List.of("two"), find(query.replace("%s", "9f3a5c3b12ff00ab~1")));
    assertEquals(List.of("one", "two"), find(query.replace("%s", "0000000000000001~1")));
    String sort = "{'sort':{'parts.hash':{'order':'%s','nested':{'path':'parts'}}}}";
    assertEquals(List.of("two", "one"), ids(sort.replace("%s", "asc")));
    assertEquals(List.of("two", "one"), ids(sort.replace("%s", "desc")));
    assertEquals(
        List.of("one", "two"),
        ids(sort.replace("%s", "asc").replace("'asc'", "'asc','mode':'max'")));
  }

  public void testUpdatesReplaceTheFingerprint() {
    createNews(HASH_MAPPING);
    index("1", "{'hash':'" + HASH + "'}");
    index("1", "{'hash':'0000000000000001'}");
    assertEquals(List.of(), find("{'term':{'hash':'" + HASH + "'}}"));
    assertEquals(List.of(), find("{'term':{'hash.s0':'9f3a'}}"));
    assertEquals(List.of("1"), find("{'term':{'hash':'0000000000000001'}}"));
  }

  public void testMappingUpdatesKeepTheSegments() {
    createNews(HASH_MAPPING);
    client()
        .admin()
        .indices()
        .preparePutMapping(INDEX)
        .setSource(
            json("{'properties':{'hash':{'type':'simhash','meta':{'of':'text'}}}}"),
            XContentType.JSON)
        .get();
    index("1", "{'hash':'" + HASH + "','new':'dynamic'}");
    assertEquals(List.of("1"), find("{'term':{'hash.s0':'9f3a'}}"));
    assertEquals(new TreeSet<>(List.of("text")), capabilities("hash").meta().get("of"));
  }

  public void testDerivedSource() {
    createNews(HASH_MAPPING, "index.derived_source.enabled", "true");
    index("1", "{'hash':'FFFF00000000000A'}");
    index("none", "{}");
    SearchHit[] hits = search("{'sort':'hash','fields':['hash','hash.s0']}").getHits().getHits();
    assertEquals(Map.of("hash", "ffff00000000000a"), hits[0].getSourceAsMap());
    assertEquals("ffff", hits[0].field("hash.s0").getValue());
    assertEquals(Map.of(), hits[1].getSourceAsMap());
    client().admin().indices().prepareFlush(INDEX).get();
    assertEquals(
        Map.of("hash", "ffff00000000000a"), client().prepareGet(INDEX, "1").get().getSource());
  }

  public void testPercolator() {
    createNews(
        "{'properties':{'hash':{'type':'simhash'},'query':{'type':'percolator'},"
            + "'title':{'type':'text'}}}");
    index("near", "{'query':{'term':{'hash':'9f3a5c3b12ff00ab~1'}}}");
    index("far", "{'query':{'term':{'hash':'0000000000000000~1'}}}");
    index("segment", "{'query':{'term':{'hash.s0':'9f3a'}}}");
    assertEquals(
        List.of("near", "segment"),
        find("{'percolate':{'field':'query','document':{'hash':'" + HASH + "'}}}"));
    expectThrows(
        MapperParsingException.class,
        () -> index("unquoted", "{'query':{'query_string':{'query':'hash:" + HASH + "~3'}}}"));
    assertEquals(List.of("far", "near", "segment"), find("{'match_all':{}}"));
  }
}
