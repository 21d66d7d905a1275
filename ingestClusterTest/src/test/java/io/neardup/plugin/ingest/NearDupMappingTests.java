// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Indexes are mapped as decisions need it. Those in which decisions could not be found again are
 * refused by name, with the request that mends them where one can.
 */
public class NearDupMappingTests extends NearDupNewsTestCase {
  private static final String MAPPING = NearDupAtIngestTests.MAPPING;
  private static final String ANEW =
      "; that cannot be changed: reindex into a new index, made with {\"mappings\":{";
  private static final Map<String, Object> KEYWORD = Map.of("type", "keyword");

  private static void news(String nearDup, String mappings) throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'" + nearDup + "}}");
    put("news", "{'settings':{'index.default_pipeline':'p'},'mappings':{" + mappings + "}}");
  }

  public void testFieldsMappedOtherwise() throws IOException {
    String[][] wrong = {
      {"'status':{'type':'keyword'}", "'status':{'type':'text'}", "near_dup.status", "keyword"},
      {"'group':{'type':'keyword'}", "'group':{'type':'long'}", "near_dup.group", "keyword"},
      {"'seq':{'type':'long'}", "'seq':{'type':'keyword'}", "near_dup.seq", "long"},
      {"'print':{'type':'simhash'}", "'print':{'type':'keyword'}", "print", "simhash"},
    };
    for (String[] one : wrong) {
      String mapping = MAPPING.replace(one[0], one[1]);
      assertNotEquals(MAPPING, mapping);
      news("", "'properties':{" + mapping + "}");
      assertDocumentRefusedWith(
          "field ["
              + one[2]
              + "] of index [news] must be mapped as ["
              + one[3]
              + "] for near_dup, got ["
              + one[1].split("'", -1)[5]
              + "]"
              + ANEW);
      forget("news");
    }
  }

  public void testObjectsThatHideTheirFields() throws IOException {
    String[][] wrong = {
      {"'type':'nested',", "[near_dup] is mapped as [nested]"},
      {"'enabled':false,", "[near_dup] has [enabled] false"}
    };
    for (String[] one : wrong) {
      news("", "'properties':{" + MAPPING.replace("'near_dup':{", "'near_dup':{" + one[0]) + "}");
      assertDocumentRefusedWith(
          "field [near_dup.status] of index [news] must be mapped as [keyword] for near_dup, got "
              + one[1]
              + ANEW);
      forget("news");
    }
    news("", "'enabled':false");
    assertDocumentRefusedWith("got the whole mapping has [enabled] false" + ANEW);
  }

  /** From nothing to the first duplicate: a pipeline, an index that uses it, a bulk. */
  public void testThreeRequests() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    put("news", "{'settings':{'index.default_pipeline':'p'}}");
    String bulk = "{'index':{'_id':'1'}}\n" + STORM + "\n{'index':{'_id':'2'}}\n" + STORM + "\n";
    assertEquals(false, succeeded(post("news/_bulk?refresh=true", bulk)).at("errors"));
    assertEquals("new", status("news", "1"));
    assertEquals("duplicate", status("news", "2"));
    assertEquals(
        Map.of(
            "print",
            Map.of("type", "simhash", "segments", 4),
            "near_dup",
            Map.of("type", "near_dup")),
        ownProperties("news"));
    assertEquals(List.of("1", "2"), search("news", "'id':'1','max_distance':3").found());
  }

  /** What the processors have mapped. */
  private static Map<String, Object> ownProperties(String index) throws IOException {
    Map<?, ?> all =
        (Map<?, ?>) succeeded(get(index + "/_mapping")).at(index + ".mappings.properties");
    Map<String, Object> own = new HashMap<>();
    if (all == null) {
      return own;
    }
    all.forEach((name, mapping) -> own.put((String) name, mapping));
    own.keySet().removeAll(Set.of("title", "body"));
    return own;
  }

  /** It only adds. */
  public void testMissingFieldsAreAdded() throws IOException {
    String mine = "'near_dup':{'properties':{'group':{'type':'keyword','normalizer':'lowercase'}}}";
    news("", "'properties':{" + mine + ",'print':{'type':'simhash','segments':'5x2'}}");
    document("news", "1", STORM);
    document("news", "2", STORM);
    assertEquals("duplicate", status("news", "2"));
    Answer mapping = succeeded(get("news/_mapping"));
    String properties = "news.mappings.properties.";
    assertEquals("lowercase", mapping.at(properties + "near_dup.properties.group.normalizer"));
    assertEquals("5x2", mapping.at(properties + "print.segments"));
    assertEquals("long", mapping.at(properties + "near_dup.properties.seq.type"));
  }

  /** An index that nothing maps by itself is not changed; the error has what can be pasted. */
  public void testMissingFieldsCanBePasted() throws IOException {
    for (String dynamic : List.of("'strict'", "'false'", "false")) {
      news(
          "",
          "'dynamic':"
              + dynamic
              + ",'properties':{'title':{'type':'text'},'body':{'type':'text'},"
              + "'near_dup':{'properties':{'group':{'type':'keyword'}}}}");
      String request =
          "PUT news/_mapping {\"properties\":{\"near_dup\":{\"properties\":{"
              + "\"status\":{\"type\":\"keyword\"},\"seq\":{\"type\":\"long\"},"
              + "\"matched_by\":{\"type\":\"keyword\"},\"checked\":{\"type\":\"keyword\"},"
              + "\"reason\":{\"type\":\"keyword\"},"
              + "\"of\":{\"properties\":{\"index\":{\"type\":\"keyword\"},"
              + "\"id\":{\"type\":\"keyword\"}}},\"distance\":{\"type\":\"byte\"}}},"
              + "\"print\":{\"type\":\"simhash\"}}}";
      assertDocumentRefused(
          "index [news] must map [near_dup.status, near_dup.seq, near_dup.checked, print] for"
              + " near_dup, got no mapping; add it here, and to the template of future indexes: "
              + request);
      paste(write("1", STORM));
      document("news", "1", STORM);
      document("news", "2", STORM);
      assertEquals("duplicate", status("news", "2"));
      forget("news");
    }
    news("", "'properties':{'near_dup':{'dynamic':'strict','properties':{}}}");
    assertDocumentRefusedWith(
        "must map [near_dup.status, near_dup.group, near_dup.seq, near_dup.checked, print]");
  }

  /** Nothing is added to an index that would be refused all the same. */
  public void testNothingIsAddedInVain() throws IOException {
    news("", "'_source':{'excludes':['near_*']}");
    assertDocumentRefusedWith("[_source] of index [news] must keep [near_dup.checked]");
    assertEquals(Map.of(), ownProperties("news"));
  }

  /** What the server refuses to add is told with its reason, and can be pasted later. */
  public void testWhatCannotBeAdded() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    index(
        "news",
        "'index.default_pipeline':'p','index.mapping.total_fields.limit':3",
        "'n':{'type':'long'}");
    Answer refused = write("1", STORM);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        startsWith("near_dup could not add fields (Limit of total fields [3] has been exceeded):"));
    assertNothingWritten();
    put("news/_settings", "{'index.mapping.total_fields.limit':100}");
    paste(refused);
    document("news", "1", STORM);
    assertEquals("new", status("news", "1"));
  }

  /** A simulation changes no mapping. */
  public void testASimulationAddsNothing() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    put("news", "{}");
    succeeded(
        post(
            "_ingest/pipeline/p/_simulate",
            "{'docs':[{'_index':'news','_source':" + STORM + "}]}"));
    assertNull(succeeded(get("news/_mapping")).at("news.mappings.properties"));
  }

  /** Each index gets the fields when it is first written to. */
  public void testIndexesOfARolloverAlias() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    put(
        "news-000001",
        "{'settings':{'index.default_pipeline':'p'},'aliases':{'news':{'is_write_index':true}}}");
    document("news", "1", STORM);
    succeeded(post("news/_rollover", "{'settings':{'index.default_pipeline':'p'}}"));
    document("news", "2", STORM);
    assertEquals("duplicate", status("news-000002", "2"));
    assertEquals(ownProperties("news-000001"), ownProperties("news-000002"));
  }

  public void testSignatures() throws IOException {
    pipeline(
        "p",
        "{'simhash':{'fields':'title','target_field':'print'}}",
        "{'minhash':{'fields':'title','target_field':'signature'}}",
        "{'near_dup':{'reveal':true,'stages':[{'simhash':'print','verify':{'minhash':'signature',"
            + "'similarity':0.95}},{'minhash':'signature','similarity':0.4}]}}");
    String settings = "'index.default_pipeline':'p'";
    index("news", settings, "'signature':{'type':'keyword'}");
    assertDocumentRefusedWith(
        "field [signature] of index [news] must be mapped as [minhash] for near_dup, got"
            + " [keyword]");
    forget("news");
    index("news", settings, "");
    document("news", "1", STORM);
    Object signature = ownProperties("news").get("signature");
    assertEquals(Map.of("type", "minhash", "similarity", 0.4, "recall", 0.95), signature);
    document("news", "2", STORM);
    document("news", "3", STORM.replace("northern", "southern"));
    Map<?, ?> same = (Map<?, ?>) source("news", "2").get("near_dup");
    assertEquals("print", same.get("matched_by"));
    assertEquals(0, same.get("distance"));
    assertEquals(1.0, same.get("jaccard"));
    Map<?, ?> edited = (Map<?, ?>) source("news", "3").get("near_dup");
    assertEquals("signature", edited.get("matched_by"));
    // Two of the five shingles of the title have the word.
    assertEquals(0.428571, edited.get("jaccard"));
    assertNull(edited.get("distance"));
  }

  /** The target field may have another name, and is then mapped there. */
  public void testAnotherTargetField() throws IOException {
    news(",'target_field':'the.copies'", "'properties':{" + MAPPING + "}");
    document("news", "1", STORM);
    assertEquals("new", succeeded(get("news/_doc/1")).at("_source.the.copies.status"));
  }

  public void testScopeNeedsAField() throws IOException {
    String mapping = MAPPING.replace("'scope':{'type':'keyword'},", "");
    assertNotEquals(MAPPING, mapping);
    news(",'scope':'topic'", "'properties':{" + mapping + "}");
    document("news", "1", STORM.replace("{", "{'topic':'a',"));
    assertEquals("new", status("news", "1"));
    Answer mapped = succeeded(get("news/_mapping"));
    assertEquals(KEYWORD, mapped.at("news.mappings.properties.near_dup.properties.scope"));
  }

  public void testSourceWithoutWhatIsReadBack() throws IOException {
    String[][] lost = {
      {"'excludes':['print']", "print"},
      {"'excludes':['near_*']", "near_dup.checked"},
      {"'excludes':['*.seq']", "near_dup.seq"},
      {"'excludes':['topic']", "topic"},
      {"'includes':['title','print','near_dup.*','topic']", "published"},
      {"'enabled':false", "near_dup.checked"},
    };
    for (String[] one : lost) {
      news(
          ",'scope':'topic','window':{'field':'published','age':'1d'}",
          "'_source':{" + one[0] + "},'properties':{" + MAPPING + "}");
      assertRefused(
          400,
          "[_source] of index [news] must keep ["
              + one[1]
              + "], which near_dup reads back, got {\"_source\":{"
              + one[0].replace('\'', '"')
              + "}}; that cannot be changed: make a new index that keeps it, and reindex",
          write("1", STORM.replace("{", "{'published':'2026-01-01','topic':'a',")));
      assertNothingWritten();
      forget("news");
    }
    news("", "'_source':{'excludes':['body']},'properties':{" + MAPPING + "}");
    document("news", "1", STORM);
    document("news", "2", STORM);
    assertEquals("duplicate", status("news", "2"));
  }

  /** What counts is where values come from, not the name that they are compared by. */
  public void testSourceWithoutWhatIsCopied() throws IOException {
    String fields = ",'topic':{'type':'keyword','copy_to':'all'},'all':{'type':'keyword'}";
    String alias = ",'named':{'type':'alias','path':'topic'}";
    for (String scope : List.of("all", "named")) {
      news(
          ",'scope':'" + scope + "'",
          "'_source':{'excludes':['topic']},'properties':{" + MAPPING + fields + alias + "}");
      assertDocumentRefusedWith("[_source] of index [news] must keep [topic]");
      forget("news");
    }
    news(
        ",'scope':'named'",
        "'_source':{'includes':['print','near_dup.*','topic']},'properties':{"
            + MAPPING
            + fields
            + alias
            + "}");
    document("news", "1", STORM.replace("{", "{'topic':'a',"));
    document("news", "2", STORM.replace("{", "{'topic':'b',"));
    assertEquals("new", status("news", "2"));
  }

  /** Searches cannot sort by them as one field. */
  public void testOrdersApart() throws IOException {
    String rank = ",'clicks':{'type':'TYPE'}";
    news(
        ",'keep':[{'clicks':'desc'}],'indices':['news*']",
        "'properties':{" + MAPPING + rank.replace("TYPE", "long") + "}");
    document("news", "1", STORM);
    for (String type : List.of("integer", "keyword")) {
      put(
          "news-" + type,
          "{'settings':{'index.default_pipeline':'p'},'mappings':{'properties':{"
              + MAPPING
              + rank.replace("TYPE", type)
              + "}}}");
    }
    document("news-integer", "2", STORM);
    assertEquals("duplicate", status("news-integer", "2"));
    assertRefused(
        400,
        "[keep] of near_dup must name fields that all indexes order as the oldest one, got"
            + " [clicks], which is mapped as [keyword] in index [news-keyword] and as [long] in [news]; name another"
            + " one in the pipeline, or reindex one of them with the type of the other, and correct"
            + " the template of future indexes",
        call("PUT", "news-keyword/_doc/3", STORM));
    put(
        "news-short",
        "{'settings':{'index.default_pipeline':'p'},'mappings':{'properties':{"
            + MAPPING
            + rank.replace("TYPE", "short")
            + "}}}");
    document("news-short", "4", STORM);
    assertEquals("no other index is to blame", "duplicate", status("news-short", "4"));
  }

  public void testDocValuesOfDecisionsMustBeOn() throws IOException {
    for (String field : List.of("status", "group", "seq")) {
      String type = "'" + field + "':{";
      assertThat(MAPPING, containsString(type));
      news("", "'properties':{" + MAPPING.replace(type, type + "'doc_values':false,") + "}");
      assertDocumentRefusedWith(
          "[doc_values] of field [near_dup."
              + field
              + "] of index [news] must be true for near_dup, which counts by it, got [false]"
              + ANEW);
      forget("news");
    }
  }

  /** A duplicate must not end where nobody can search for it. */
  public void testTheRerouteTargetMustMapWhatComes() throws IOException {
    news(
        ",'on_duplicate':'reroute','to':'copies'",
        "'properties':{" + MAPPING.replace("'simhash'", "'simhash','segments':'5x2'") + "}");
    put("copies", "{'mappings':{'dynamic':'strict'}}");
    document("news", "1", STORM);
    Answer refused = write("2", STORM);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(
        refused.reason(),
        containsString(
            "index [copies] must map [near_dup, print] for"
                + " near_dup, got no mapping; add it here, and to the template of future indexes:"
                + " PUT copies/_mapping {"));
    forget("copies");
    document("news", "2", STORM);
    assertEquals(404, get("news/_doc/2").status());
    assertEquals("duplicate", status("copies", "2"));
    succeeded(post("copies/_refresh", null));
    assertEquals(
        List.of("2"), search("copies", "'id':'1','index':'news','max_distance':3").found());
    forget("copies");
    index("copies", "", MAPPING.replace("'simhash'", "'keyword'"));
    assertDocumentFails("field [print] of index [copies] must be mapped as [simhash] for near_dup");
  }

  private static void assertDocumentFails(String part) throws IOException {
    Answer refused = write("3", STORM);
    assertEquals(refused.toString(), 400, refused.status());
    assertThat(refused.reason(), containsString(part));
  }

  /** Made from its template, as it would be for a duplicate. */
  public void testTheRerouteTargetMayComeFromATemplate() throws IOException {
    put(
        "_index_template/copies",
        "{'index_patterns':['copies'],'template':{'mappings':{'properties':{" + MAPPING + "}}}}");
    news(",'on_duplicate':'reroute','to':'copies'", "'properties':{" + MAPPING + "}");
    document("news", "1", STORM);
    document("news", "2", STORM);
    assertEquals("duplicate", status("copies", "2"));
    assertEquals(200, call("DELETE", "_index_template/copies", null).status());
  }
}
