// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The processor near_dup on one node: what it writes, and what it does with duplicates. */
public class NearDupAtIngestTests extends NodeTestCase {
  static final String MAPPING =
      "'print':{'type':'simhash'},'url':{'type':'keyword'},'near_dup':{'properties':{"
          + "'group':{'type':'keyword'},'status':{'type':'keyword'},'seq':{'type':'long'},"
          + "'scope':{'type':'keyword'},"
          + "'matched_by':{'type':'keyword'},'checked':{'type':'keyword'},"
          + "'distance':{'type':'byte'},'of':{'properties':{'index':{'type':'keyword'},"
          + "'id':{'type':'keyword'}}}}}";

  private static void news(String settings, String nearDup) throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'reveal':true," + nearDup + "}}");
    index("news", "'index.default_pipeline':'p'" + settings, MAPPING);
  }

  private static Answer bulk(String... lines) throws IOException {
    return succeeded(post("_bulk", String.join("\n", lines) + "\n"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> decision(String id) throws IOException {
    return (Map<String, Object>) source("news", id).get("near_dup");
  }

  /** What a document claims to be is not what it was found to be. */
  public void testADecisionReplacesKeysWithDots() throws IOException {
    news("", "'field':'print'");
    document("news", "1", STORM);
    document(
        "news",
        "2",
        STORM.replace(
            "{", "{'near_dup.status':'new','near_dup.group':'mine','near_dup.of.id':'x',"));
    assertEquals("duplicate", decision("2").get("status"));
    assertEquals(
        List.of("1"), succeeded(get("news/_search?q=near_dup.status:new&_source=false")).found());
    Answer collapsed =
        succeeded(post("news/_search", "{'collapse':{'field':'near_dup.group'},'size':5}"));
    assertEquals(1, ((List<?>) collapsed.at("hits.hits")).size());
  }

  /** A data stream takes only what is created. */
  public void testDuplicatesGoToADataStream() throws IOException {
    put("_index_template/copies", "{'index_patterns':['copies'],'data_stream':{}}");
    put("_data_stream/copies", null);
    news("", "'field':'print','on_duplicate':'reroute','to':'copies'");
    String story = STORM.replace("{", "{'@timestamp':'2026-03-02T08:00:00Z',");
    document("news", "1", story);
    assertEquals(201, call("PUT", "news/_doc/2", story).status());
    Answer bulk =
        bulk(
            "{'index':{'_index':'news','_id':'3'}}",
            story,
            "{'index':{'_index':'news'}}",
            story,
            "{'index':{'_index':'news','_id':'4'}}",
            CHESS.replace("{", "{'@timestamp':'2026-03-02T08:00:00Z',"));
    assertEquals(bulk.toString(), false, bulk.at("errors"));
    succeeded(post("copies,news/_refresh", null));
    assertEquals(3, succeeded(get("copies/_count")).at("count"));
    assertEquals(2, succeeded(get("news/_count")).at("count"));
    assertEquals(200, call("DELETE", "_data_stream/copies", null).status());
    assertEquals(200, call("DELETE", "_index_template/copies", null).status());
  }

  /** Searches ask for no more hits than an index gives. */
  public void testASmallResultWindow() throws IOException {
    news(",'index.max_result_window':5", "'field':'print'");
    for (String id : List.of("1", "2", "3")) {
      document("news", id, STORM);
      assertNull(decision(id).get("checked"));
    }
    assertEquals("duplicate", decision("3").get("status"));
  }

  /** More near documents than a search returns, of which a few are not too old. */
  public void testOldOnesAreLeftOut() throws IOException {
    for (String type : List.of("date", "date_nanos")) {
      assertOldOnesAreLeftOut(type, randomFrom("2026", type.equals("date") ? "1969" : "1970"));
    }
  }

  /** It has no dates: no document was written there. */
  public void testBesideANewIndex() throws IOException {
    index("fresh", null);
    assertOldOnesAreLeftOut("date", "2026");
    succeeded(call("DELETE", "fresh", null));
  }

  private static void assertOldOnesAreLeftOut(String type, String year) throws IOException {
    pipeline(
        "p",
        "{'near_dup':{'field':'print','precomputed':true,'indices':['news','fresh'],"
            + "'window':{'field':'published','age':'1d'}}}");
    index(
        "news",
        "'index.default_pipeline':'p','index.max_result_window':3",
        MAPPING + ",'published':{'type':'" + type + "'}");
    for (int day = 1; day < 10; day++) {
      String json =
          "{'print':'00000000000000ff','published':'" + year + "-01-0" + day + "T00:00:00.00%Z'}";
      document("news", "d" + day, json.replace("%", String.valueOf(day % 2)));
    }
    String last = year + "-01-09T12:00:00Z";
    document("news", "last", "{'print':'00000000000000ff','published':'" + last + "'}");
    assertEquals(type, "duplicate", decision("last").get("status"));
    assertNull(type, decision("last").get("checked"));
    succeeded(call("DELETE", "news", null));
  }

  /** What was decided in another scope is still compared. */
  public void testTheScopeChanges() throws Exception {
    String fields = ",'lang':{'type':'keyword'},'site':{'type':'keyword'}";
    pipeline("p", simHash(""), "{'near_dup':{'field':'print','scope':'lang'}}");
    index("news", "'index.default_pipeline':'p'", MAPPING + fields);
    String story = STORM.replace("{", "{'lang':'en','site':'s',");
    document("news", "1", story);
    String other = STORM.replace("{", "{'lang':'en','site':'t',");
    for (String scope : List.of("'site'", "['site','lang']")) {
      assertBusy(
          () -> {
            pipeline("p", simHash(""), "{'near_dup':{'field':'print','scope':" + scope + "}}");
            document("news", "2", story);
            assertEquals("duplicate", decision("2").get("status"));
          });
    }
    document("news", "3", other);
    assertEquals("new", decision("3").get("status"));
  }

  public void testTwoCopiesInOneBulk() throws IOException {
    news(",'index.refresh_interval':'-1'", "'field':'print'");
    Answer answer =
        bulk(
            "{'index':{'_index':'news','_id':'1'}}", STORM,
            "{'index':{'_index':'news','_id':'2'}}", CHESS,
            "{'index':{'_index':'news','_id':'3'}}", STORM);
    assertEquals(false, answer.at("errors"));
    Map<String, Object> first = decision("1");
    assertEquals("new", first.get("status"));
    assertEquals("new", decision("2").get("status"));
    Map<String, Object> third = decision("3");
    assertEquals("duplicate", third.get("status"));
    assertEquals(first.get("group"), third.get("group"));
    assertNotEquals(first.get("group"), decision("2").get("group"));
    assertEquals(Map.of("index", "news", "id", "1"), third.get("of"));
    assertEquals("print", third.get("matched_by"));
    assertEquals(0, third.get("distance"));
    assertNull(third.get("checked"));
    assertTrue((Long) first.get("seq") < (Long) third.get("seq"));
    // The next request, before any refresh, and after one.
    document("news", "4", STORM);
    assertEquals(first.get("group"), decision("4").get("group"));
    document("news", "5", STORM);
    assertEquals(first.get("group"), decision("5").get("group"));
  }

  public void testDrop() throws Exception {
    news("", "'field':'print','on_duplicate':'drop'");
    Answer answer =
        bulk(
            "{'index':{'_index':'news'}}", STORM,
            "{'index':{'_index':'news'}}", STORM,
            "{'index':{'_index':'news'}}", CHESS);
    assertEquals("created", answer.at("items.0.index.result"));
    assertEquals("its canonical may fail", "created", answer.at("items.1.index.result"));
    assertEquals("created", answer.at("items.2.index.result"));
    assertBusy(
        () -> {
          succeeded(post("news/_refresh", null));
          assertEquals(2, succeeded(get("news/_count")).at("count"));
        });
    assertEquals("noop", succeeded(post("news/_doc", STORM)).at("result"));
  }

  public void testFail() throws IOException {
    news("", "'field':'print','on_duplicate':'fail'");
    document("news", "1", STORM);
    Answer answer = call("PUT", "news/_doc/2", STORM);
    assertEquals(answer.toString(), 409, answer.status());
    document("news", "1", STORM);
    assertEquals("new", decision("1").get("status"));
  }

  public void testReroute() throws IOException {
    news("", "'field':'print','on_duplicate':'reroute','to':'copies'");
    index("copies", "", MAPPING);
    document("news", "1", STORM);
    document("news", "2", STORM);
    assertEquals(404, get("news/_doc/2").status());
    assertEquals("duplicate", ((Map<?, ?>) source("copies", "2").get("near_dup")).get("status"));
  }

  public void testStagesInOrder() throws IOException {
    news("", "'stages':[{'exact':'url'},{'simhash':'print','max_distance':3}]");
    document("news", "1", "{'url':'a','title':'One two three four','body':'five six seven'}");
    document("news", "2", "{'url':'a','title':'Another text','body':'of different words here'}");
    assertEquals("url", decision("2").get("matched_by"));
    document("news", "3", "{'url':'b','title':'One two three four','body':'five six seven'}");
    assertEquals("print", decision("3").get("matched_by"));
    assertEquals(decision("1").get("group"), decision("3").get("group"));
  }

  public void testBehindACondition() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print','if':'ctx.title != null'}}");
    index("news", "'index.default_pipeline':'p'", MAPPING);
    bulk(
        "{'index':{'_index':'news','_id':'1'}}", STORM,
        "{'index':{'_index':'news','_id':'2'}}", "{'body':'nothing'}",
        "{'index':{'_index':'news','_id':'3'}}", STORM);
    assertEquals("new", decision("1").get("status"));
    assertNull(decision("2"));
    assertEquals("duplicate", decision("3").get("status"));
  }

  /** Of the document that is near, which the user need not be allowed to read. */
  public void testADecisionTellsNothingByDefault() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    index("news", "'index.default_pipeline':'p'", MAPPING);
    document("news", "1", STORM);
    document("news", "2", STORM);
    Map<String, Object> decision = decision("2");
    assertEquals(Set.of("group", "status", "matched_by", "seq"), decision.keySet());
    assertEquals("duplicate", decision.get("status"));
    assertEquals(decision("1").get("group"), decision.get("group"));
  }

  private static Map<?, ?> simulate(String query, String at) throws IOException {
    Answer answer =
        succeeded(
            post(
                "_ingest/pipeline/p/_simulate" + query,
                "{'docs':[{'_index':'news','_id':'x','_source':" + STORM + "}]}"));
    return (Map<?, ?>) answer.at(at);
  }

  /** Whoever may simulate need not be allowed to read, and names the index. */
  public void testSimulateReadsNothingAndNeverClaims() throws IOException {
    news("", "'field':'print','on_duplicate':'fail'");
    simulate("", "docs.0.doc._source.near_dup");
    document("news", "1", STORM);
    assertEquals("new", decision("1").get("status"));
    Answer before = succeeded(get("_near_dup/stats"));
    for (Map<?, ?> decision :
        List.of(
            simulate("", "docs.0.doc._source.near_dup"),
            simulate("?verbose=true", "docs.0.processor_results.1.doc._source.near_dup"))) {
      assertEquals(Set.of("status", "reason"), decision.keySet());
      assertEquals("unchecked", decision.get("status"));
    }
    Answer after = succeeded(get("_near_dup/stats"));
    assertEquals(before.at("total.ingest.documents"), after.at("total.ingest.documents"));
  }

  /** What is refused tells who may simulate nothing of an index either. */
  public void testSimulateTellsNothingOfIndexes() throws IOException {
    put("secret", "{'mappings':{'properties':{'print':{'type':'keyword'}}}}");
    Answer answer =
        succeeded(
            post(
                "_ingest/pipeline/_simulate",
                "{'pipeline':{'processors':[{'near_dup':{'field':'print','precomputed':true,"
                    + "'indices':['secret']}}]},"
                    + "'docs':[{'_index':'secret','_source':{'print':'9f3a5c3b12ff00aa'}}]}"));
    assertEquals("unchecked", answer.at("docs.0.doc._source.near_dup.status"));
  }

  public void testSearchesNeverClaim() throws IOException {
    news("", "'field':'print'");
    document("news", "1", STORM);
    Answer before = succeeded(get("_near_dup/stats"));
    for (String doc : List.of(STORM, CHESS)) {
      succeeded(nearDup("news", "'doc':" + doc));
      succeeded(search("news", "'doc':" + doc));
    }
    Answer after = succeeded(get("_near_dup/stats"));
    for (String count : List.of("documents", "home.claims")) {
      assertEquals(before.at("total.ingest." + count), after.at("total.ingest." + count));
    }
    document("news", "2", CHESS);
    assertEquals("new", decision("2").get("status"));
  }

  public void testIndexIsMadeFirst() throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'}}");
    put(
        "_index_template/t",
        "{'index_patterns':['fresh*'],'template':{'settings':{'index.default_pipeline':'p'},"
            + "'mappings':{'properties':{"
            + MAPPING
            + "}}}}");
    bulk(
        "{'index':{'_index':'fresh','_id':'1'}}", STORM,
        "{'index':{'_index':'fresh','_id':'2'}}", STORM);
    assertEquals("new", ((Map<?, ?>) source("fresh", "1").get("near_dup")).get("status"));
    Map<?, ?> second = (Map<?, ?>) source("fresh", "2").get("near_dup");
    assertEquals("duplicate", second.get("status"));
    assertNull(second.get("checked"));
    assertEquals(200, call("DELETE", "_index_template/t", null).status());
  }

  /** What an index does to the searches of its users must not hide documents from near_dup. */
  public void testTheSearchPipelineOfAnIndexIsPassedBy() throws Exception {
    put("_search/pipeline/blind", "{'request_processors':[{'find_nothing':{}}]}");
    clusterSetting("plugins.near_dup.ingest.refresh_interval", "'100ms'");
    news(",'index.search.default_pipeline':'blind'", "'field':'print'");
    document("news", "1", STORM);
    assertEquals(0, succeeded(get("news/_search")).at("hits.total.value"));
    assertBusy(
        () -> {
          Map<?, ?> claims =
              (Map<?, ?>) succeeded(get("_near_dup/stats")).at("total.ingest.window");
          claims.keySet().removeAll(Set.of("withdrawn", "size_in_bytes"));
          claims.forEach((state, count) -> assertEquals(claims.toString(), 0, count));
        });
    document("news", "2", STORM);
    assertEquals("duplicate", decision("2").get("status"));
    clusterSetting("plugins.near_dup.ingest.refresh_interval", "null");
    assertEquals(200, call("DELETE", "news", null).status());
    assertEquals(200, call("DELETE", "_search/pipeline/blind", null).status());
  }

  public void testStats() throws IOException {
    news("", "'stages':[{'exact':'url'},{'simhash':'print'}]");
    Map<?, ?> before = (Map<?, ?>) succeeded(get("_near_dup/stats")).at("total.ingest");
    document("news", "1", STORM);
    document("news", "2", STORM);
    document("news", "3", CHESS);
    Map<?, ?> after = (Map<?, ?>) succeeded(get("_near_dup/stats")).at("total.ingest");
    for (Map.Entry<String, Integer> count :
        Map.of("documents", 3, "new", 2, "duplicates", 1, "index_only", 0).entrySet()) {
      int counted = (Integer) after.get(count.getKey()) - (Integer) before.get(count.getKey());
      assertEquals(count.getKey(), count.getValue().intValue(), counted);
    }
    Answer stats = succeeded(get("_near_dup/stats"));
    assertTrue((Integer) stats.at("total.ingest.matched_by.print") > 0);
    assertTrue((Integer) stats.at("total.ingest.home.claims") >= 3);
    assertNotNull(stats.at("total.ingest.window.live"));
  }
}
