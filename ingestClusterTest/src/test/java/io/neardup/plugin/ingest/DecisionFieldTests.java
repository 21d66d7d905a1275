// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The field type of decisions: one line in a mapping, and keywords and numbers in searches. */
public class DecisionFieldTests extends NodeTestCase {
  private static final String MAPPING =
      "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'},'topic':{'type':'keyword'}";

  private static void news(String settings) throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print','reveal':true,'scope':'topic'}}");
    index("news", "'index.default_pipeline':'p'" + settings, MAPPING);
    String story = STORM.replace("{", "{'topic':'a',");
    document("news", "1", story);
    document("news", "2", story);
    document("news", "3", CHESS.replace("{", "{'topic':'a',"));
    document("news", "4", "{'title':'bare','near_dup':null,'topic':'a'}");
  }

  private static List<String> found(String search) throws IOException {
    return succeeded(post("news/_search", search)).found();
  }

  public void testSearches() throws IOException {
    news("");
    assertEquals(List.of("2"), found("{'query':{'term':{'near_dup.status':'duplicate'}}}"));
    assertEquals(List.of("2"), found("{'query':{'term':{'near_dup.of.id':'1'}}}"));
    assertEquals(List.of("2"), found("{'query':{'range':{'near_dup.distance':{'lte':3}}}}"));
    assertEquals(List.of("2"), found("{'query':{'prefix':{'near_dup.matched_by':'pri'}}}"));
    Object seq = succeeded(get("news/_doc/3")).at("_source.near_dup.seq");
    assertEquals(List.of("3"), found("{'query':{'term':{'near_dup.seq':" + seq + "}}}"));
    assertEquals(List.of(), found("{'query':{'exists':{'field':'near_dup.checked'}}}"));
    assertEquals(
        List.of("4", "3", "2", "1"),
        found(
            "{'query':{'exists':{'field':'near_dup'}},'sort':[{'near_dup.seq':'desc'}],'size':9}"));
    assertEquals(
        List.of("1", "3", "4"),
        found("{'collapse':{'field':'near_dup.group'},'sort':['near_dup.seq'],'size':9}"));
    Answer refused = post("news/_search", "{'query':{'term':{'near_dup':'new'}}}");
    assertEquals(400, refused.status());
    assertThat(refused.toString(), containsString("is an object: search one of its parts"));
  }

  public void testAggregationsAndFields() throws IOException {
    news("");
    Answer counted =
        succeeded(
            post(
                "news/_search",
                "{'size':0,'aggs':{'by':{'terms':{'field':'near_dup.status'},'aggs':{"
                    + "'max':{'max':{'field':'near_dup.seq'}}}},"
                    + "'groups':{'cardinality':{'field':'near_dup.group'}}}}"));
    assertEquals("new", counted.at("aggregations.by.buckets.0.key"));
    assertEquals(3, counted.at("aggregations.by.buckets.0.doc_count"));
    assertEquals(3, counted.at("aggregations.groups.value"));
    Answer shown =
        succeeded(
            post(
                "news/_search",
                "{'query':{'ids':{'values':['2']}},'_source':false,'fields':['near_dup.*'],"
                    + "'docvalue_fields':['near_dup.distance','near_dup.group']}"));
    assertEquals(List.of("duplicate"), shown.at("hits.hits.0.fields.near_dup\\.status"));
    Answer caps = succeeded(get("news/_field_caps?fields=near_dup*"));
    Map<?, ?> fields = (Map<?, ?>) caps.body().get("fields");
    assertEquals(Set.of("keyword"), ((Map<?, ?>) fields.get("near_dup.of.id")).keySet());
    assertEquals(Set.of("long"), ((Map<?, ?>) fields.get("near_dup.seq")).keySet());
    assertEquals(Set.of("near_dup"), ((Map<?, ?>) fields.get("near_dup")).keySet());
  }

  public void testDerivedSource() throws IOException {
    pipeline("q", "{'near_dup':{'field':'print','precomputed':true,'reveal':true}}");
    index(
        "news",
        "'index.default_pipeline':'q','index.derived_source.enabled':true",
        "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}");
    print("news", "1", "00000000000000ff");
    print("news", "2", "00000000000000fe");
    assertEquals(1, succeeded(post("news/_flush", null)).at("_shards.successful"));
    print("news", "3", "00000000000000fd");
    Map<?, ?> decision = (Map<?, ?>) source("news", "3").get("near_dup");
    assertEquals("duplicate", decision.get("status"));
    assertEquals("1", ((Map<?, ?>) decision.get("of")).get("id"));
    assertEquals(1, decision.get("distance"));
  }

  public void testWhatItTakes() throws IOException {
    index("news", "", MAPPING);
    for (String wrong :
        List.of(
            "'new'",
            "3",
            "{'seq':'many'}",
            "{'distance':1000}",
            "{'status':['new','new']}",
            "[{'status':'new'},{'status':'new'}]")) {
      Answer refused = call("PUT", "news/_doc/1", "{'near_dup':" + wrong + "}");
      assertEquals(wrong + refused, 400, refused.status());
    }
    document("news", "1", "{'near_dup':{'status':'unchecked','reason':'none was asked'}}");
    assertEquals(List.of("1"), found("{'query':{'term':{'near_dup.status':'unchecked'}}}"));
    Answer refused =
        call("PUT", "other", "{'mappings':{'properties':{'a':{'type':'near_dup','index':false}}}}");
    assertEquals(refused.toString(), 400, refused.status());
  }

  /** It takes fewer and smaller fields than an object of as many. */
  public void testAnObjectGoesOn() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    index("news", "'index.default_pipeline':'p'", NearDupAtIngestTests.MAPPING);
    document("news", "1", STORM);
    put("later", "{'settings':{'index.default_pipeline':'p'}}");
    document("later", "1", STORM);
    assertEquals(
        "near_dup", succeeded(get("later/_mapping")).at("later.mappings.properties.near_dup.type"));
    document("news", "2", STORM);
    assertEquals(List.of("2"), found("{'query':{'term':{'near_dup.status':'duplicate'}}}"));
  }
}
