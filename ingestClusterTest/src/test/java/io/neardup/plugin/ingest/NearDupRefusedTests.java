// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.After;

/**
 * What is wrong with a near_dup is said when it is stored; what only an index or a document can
 * show to be wrong is answered for the document, and says what to do.
 */
public class NearDupRefusedTests extends NearDupNewsTestCase {
  private static final String MAPPING = NearDupAtIngestTests.MAPPING;

  @After
  public void forgetTemplates() throws IOException {
    call("DELETE", "_index_template/*", null);
  }

  private static final String UNNAMED =
      "a near-duplicate of another document is not indexed; set [on_duplicate] to [tag] to keep"
          + " both";

  private static void news(String nearDup) throws IOException {
    news(nearDup, "", MAPPING);
  }

  private static void news(String nearDup, String settings, String mapping) throws IOException {
    pipeline("p", simHash(""), "{'near_dup':{'field':'print'" + nearDup + "}}");
    index("news", "'index.default_pipeline':'p'" + settings, mapping);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> decision(String id) throws IOException {
    return (Map<String, Object>) source("news", id).get("near_dup");
  }

  private static String inFinal(String pipeline) {
    return "near_dup must not be in the final pipeline ["
        + pipeline
        + "] of index [news], or in a pipeline that it calls, because final pipelines also receive"
        + " documents that were dropped; move it to the default pipeline";
  }

  public void testFinalPipeline() throws IOException {
    String nearDup = "'field':'print','ignore_failure':false";
    for (String last :
        List.of(
            "{'near_dup':{" + nearDup + "}}",
            "{'near_dup':{" + nearDup + ",'if':'ctx.title != null'}}",
            "{'near_dup':{"
                + nearDup
                + ",'if':'true','on_failure':[{'fail':{'message':'{{"
                + "_ingest.on_failure_message}}'}}]}}")) {
      pipeline("last", simHash(""), last);
      index("news", "'index.final_pipeline':'last'", MAPPING);
      Answer refused = write("1", STORM);
      assertTrue(refused.toString(), refused.status() >= 400);
      assertThat(refused.reason(), containsString(inFinal("last")));
      assertNothingWritten();
      assertEquals(200, call("DELETE", "news", null).status());
    }
  }

  public void testFinalPipelineThatCallsAnother() throws IOException {
    pipeline("inner", simHash(""), "{'near_dup':{'field':'print'}}");
    pipeline("middle", "{'pipeline':{'name':'inner'}}");
    pipeline("last", "{'pipeline':{'name':'middle','if':'ctx.title != null'}}");
    index("news", "'index.final_pipeline':'last'", MAPPING);
    assertDocumentRefused(inFinal("last"));
    // By an alias, too.
    put("news/_alias/stories", null);
    assertRefused(400, inFinal("last"), call("PUT", "stories/_doc/1", STORM));
  }

  public void testOtherFinalPipelinesAreNoneOfItsBusiness() throws IOException {
    pipeline("last", "{'set':{'field':'last','value':'yes'}}");
    news("", ",'index.final_pipeline':'last'", MAPPING);
    document("news", "1", STORM);
    assertEquals("new", decision("1").get("status"));
    assertEquals("yes", source("news", "1").get("last"));
  }

  public void testAFinalPipelineThatNamesDocumentsAnew() throws IOException {
    pipeline("last", "{'set':{'field':'_id','value':'x'}}");
    news("", ",'index.final_pipeline':'last'", MAPPING);
    assertDocumentRefused(
        "the final pipeline [last] of index [news] runs after near_dup: [field] must not change"
            + " [_id] after near_dup, which identifies the document by it; move the processor"
            + " before near_dup, got a [set] processor in pipeline [last]");
  }

  public void testRerouteToItself() throws IOException {
    String reason =
        "[to] must not be the index that is written to, which is [news] with index [news], got"
            + " [%s]; name another index";
    news(",'on_duplicate':'reroute','to':'news'");
    assertDocumentRefused(reason.replace("%s", "news"));
    put("news/_alias/copies", null);
    pipeline(
        "p", simHash(""), "{'near_dup':{'field':'print','on_duplicate':'reroute','to':'copies'}}");
    assertDocumentRefused(reason.replace("%s", "copies"));
  }

  public void testRerouteWhereAFinalPipelineIs() throws IOException {
    pipeline("last", "{'set':{'field':'last','value':'yes'}}");
    news(",'on_duplicate':'reroute','to':'copies'", ",'index.final_pipeline':'last'", MAPPING);
    String reason =
        "[on_duplicate] cannot be [reroute] where index [%s] has the final pipeline [last]; remove"
            + " the final pipeline, or use [tag]";
    assertDocumentRefused(reason.replace("%s", "news"));
    put("news/_settings", "{'index.final_pipeline':null}");
    index("copies-1", "'index.final_pipeline':'last'", MAPPING);
    put("copies-1/_alias/copies", null);
    assertDocumentRefused(reason.replace("%s", "copies"));
    // Not there yet, but its template is.
    assertEquals(200, call("DELETE", "copies-1", null).status());
    put(
        "_index_template/copies",
        "{'index_patterns':['copies'],'template':{'settings':{'index.final_pipeline':'last'}}}");
    assertDocumentRefused(reason.replace("%s", "copies"));
    assertEquals(200, call("DELETE", "_index_template/copies", null).status());
    index("copies", "", MAPPING);
    document("news", "1", STORM);
    document("news", "2", STORM);
    assertEquals("duplicate", ((Map<?, ?>) source("copies", "2").get("near_dup")).get("status"));
  }

  public void testPrecomputedButMissing() throws IOException {
    pipeline("p", "{'near_dup':{'field':'print','precomputed':true}}");
    index("news", "'index.default_pipeline':'p'", MAPPING);
    assertDocumentRefused(
        "field [print] of a [precomputed] near_dup stage must contain a fingerprint, got none; send"
            + " it with the document, or set [ignore_missing] to true to index such documents"
            + " without comparing them");
    Answer nonsense = write("1", "{'print':'nonsense'}");
    assertEquals(nonsense.toString(), 400, nonsense.status());
    assertThat(nonsense.reason(), containsString("[nonsense]"));
    assertThat(nonsense.reason(), containsString("; run a simhash processor before near_dup"));
    Answer bulk =
        succeeded(
            post(
                "news/_bulk",
                """
                {'index':{'_id':'1'}}
                {'print':'00000000000000ff'}
                {'index':{'_id':'2'}}
                {'title':'none'}
                {'index':{'_id':'3'}}
                {'print':'00000000000000fe'}
                """));
    assertEquals(400, bulk.at("items.1.index.status"));
    assertEquals("new", decision("1").get("status"));
    assertEquals("duplicate", decision("3").get("status"));
    pipeline("p", "{'near_dup':{'field':'print','precomputed':true,'ignore_missing':true}}");
    document("news", "4", STORM);
    document("news", "5", STORM);
    assertEquals("new", decision("5").get("status"));
  }

  /** What a document brings is no decision, and is not taken for one if it is not decided. */
  public void testAFailureThatIsIgnored() throws IOException {
    pipeline("p", "{'near_dup':{'stages':[{'exact':'url'}],'ignore_failure':true}}");
    index("news", "'index.default_pipeline':'p'", MAPPING);
    String brought = "'near_dup':{'status':'new','seq':1,'group':'" + "A".repeat(22) + "'}";
    document("news", "1", "{'url':['a','b']," + brought + "}");
    assertEquals(Map.of("url", List.of("a", "b")), source("news", "1"));
  }

  /** Its own check knows of nothing but texts that are too short. */
  public void testTooShortIsNew() throws IOException {
    news("");
    document("news", "1", "{'body':''}");
    document("news", "2", "{'other':1}");
    assertEquals("new", decision("2").get("status"));
  }

  public void testScopes() throws IOException {
    news(
        ",'scope':['topic','place']",
        "",
        MAPPING + ",'topic':{'type':'keyword'},'place':{'type':'keyword'}");
    document("news", "1", scoped("'topic':'a'"));
    document("news", "2", scoped("'topic':'b'"));
    document("news", "3", scoped("'place':'a'"));
    document("news", "4", STORM);
    for (String id : List.of("1", "2", "3", "4")) {
      assertEquals(id, "new", decision(id).get("status"));
    }
    document("news", "5", scoped("'topic':'b'"));
    document("news", "6", STORM);
    document("news", "7", scoped("'place':null,'topic':'a'"));
    assertEquals(decision("2").get("group"), decision("5").get("group"));
    assertEquals(decision("4").get("group"), decision("6").get("group"));
    assertEquals(decision("1").get("group"), decision("7").get("group"));
  }

  private static String scoped(String fields) {
    return "{" + fields + "," + STORM.substring(1);
  }

  public void testWindowWithoutADate() throws IOException {
    news(",'window':{'field':'published','age':'1d'}");
    for (String date : List.of("'published':'yesterday',", "'published':['a','b'],", "")) {
      Answer refused = write("1", "{" + date + STORM.substring(1));
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          containsString(
              "the field [published] of the near_dup [window] must hold a date in the format"
                  + " [strict_date_optional_time||epoch_millis], got ["));
      assertThat(
          refused.reason(),
          containsString("; set the field before near_dup, or set" + " [window.format]"));
    }
    assertNothingWritten();
    document("news", "1", dated("2026-01-01"));
    document("news", "2", dated("2026-01-02"));
    document("news", "3", dated("2026-01-04"));
    assertEquals("duplicate", decision("2").get("status"));
    assertEquals("new", decision("3").get("status"));
  }

  private static String dated(String date) {
    return "{'published':'" + date + "'," + STORM.substring(1);
  }

  public void testIndicesMustIncludeWhatIsWrittenTo() throws IOException {
    index("other", null);
    news(",'indices':['other']");
    assertDocumentRefused(
        "[indices] [other] of near_dup must include the index that is written to, got [news]; add"
            + " it, or write elsewhere");
  }

  /** Whoever may write here need not be allowed to read there. */
  public void testAFailureTellsNothingOfOtherIndexes() throws IOException {
    news(",'reveal':true,'indices':['news','secret'],'on_duplicate':'fail'");
    index("secret", "'index.default_pipeline':'p'", MAPPING);
    document("secret", "hidden", STORM);
    Answer refused = write("1", STORM);
    assertEquals(refused.toString(), 409, refused.status());
    assertThat(refused.toString(), not(containsString("hidden")));
    assertThat(refused.toString(), not(containsString("distance")));
    assertEquals(UNNAMED, refused.reason());
    document("news", "2", CHESS);
    assertEquals(
        "a near-duplicate of the document [2] in [news] is not indexed: [print] matches it"
            + " with {\"distance\":0}; set [on_duplicate] to [tag] to keep both",
        write("3", CHESS).reason());
  }

  /** Whoever may write here need not be allowed to read here. */
  public void testAFailureTellsNothingOfTheOtherDocument() throws IOException {
    news(",'on_duplicate':'fail'");
    document("news", "hidden", STORM);
    Answer refused = write("1", STORM);
    assertEquals(refused.toString(), 409, refused.status());
    assertEquals(UNNAMED, refused.reason());
    String all = refused.toString();
    assertThat(all, not(containsString("hidden")));
    assertThat(all, not(containsString("distance")));
  }

  public void testRefusedWhenStored() throws IOException {
    for (String[] refusal :
        List.of(
            new String[] {
              "'stages':[{'jaccard':'x'}]", "[stages[0]] must have either [exact], [simhash] or"
            },
            new String[] {"'stages':[{'minhash':'x'}]", "[stages[0].similarity] is required"},
            new String[] {
              "'stages':[{'minhash':'x','similarity':0}]",
              "[stages[0].similarity] must be a number greater than 0 and at most 1, got [0]"
            },
            new String[] {
              "'stages':[{'minhash':'x','similarity':1,'recall':2}]", "[stages[0].recall] must be"
            },
            new String[] {
              "'stages':[{'minhash':'x','similarity':1,'max_distance':2}]",
              "[stages[0]] does not know [max_distance]"
            },
            new String[] {
              "'stages':[{'simhash':'print','verify':{'similarity':0.8}}]",
              "[stages[0].verify.minhash] is required"
            },
            new String[] {"'field':'print','max_distance':12", "[max_distance] must be an integer"},
            new String[] {
              "'field':'print','on_duplicate':'reroute'",
              "[to] is required if" + " [on_duplicate] is [reroute]"
            },
            new String[] {
              "'field':'print','window':{'field':'d','age':'x'}", "[window.age] must be"
            },
            new String[] {
              "'field':'print','window':{'field':'d','age':'1d','both':'x'}",
              "[window.both] must be"
            },
            new String[] {
              "'field':'print','window':{'field':'d','age':'1d','newer':true}",
              "[window] does not know [newer]"
            },
            new String[] {
              "'field':'print','scope':{'differ':'s'}", "[scope] does not know [differ]"
            },
            new String[] {"'field':'print','scope':{}", "[scope.differs] is required"},
            new String[] {
              "'field':'print','scope':{'equals':['a','s'],'differs':['s']}",
              "[scope.differs] must not name a field of [scope.equals], got [s]"
            },
            new String[] {
              "'field':'print','scope':{'differs':['_id']}",
              "[scope.differs] must name a field of the document, as in [content], got [_id]"
            },
            new String[] {
              "'field':'print','scope':{'differs':'near_dup.group'}",
              "[target_field] must not overlap with the field [near_dup.group]"
            },
            new String[] {"", "[stages] needs either"})) {
      Answer answer =
          call(
              "PUT",
              "_ingest/pipeline/bad",
              "{'processors':[" + simHash("") + ",{'near_dup':{" + refusal[0] + "}}]}");
      assertEquals(answer.toString(), 400, answer.status());
      assertTrue(answer.reason(), answer.reason().startsWith(refusal[1]));
    }
  }
}
