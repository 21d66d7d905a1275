// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import io.neardup.plugin.OutsidePlugin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.support.XContentMapValues;

/** A document of a search gets the fingerprint with which ingest would index it. */
public class DocAsIngestedTests extends NodeTestCase {
  private static final String LONG = "'if':'ctx.body.length() > 100'";
  private static final String SHORT = "'if':'ctx.body.length() <= 100'";

  /** Indexes the document, and compares what the index has with what a search makes of it. */
  private static String assertAsIngested(String index, String doc) throws IOException {
    return assertAsIngested(index, doc, "print");
  }

  private static String assertAsIngested(String index, String doc, String field)
      throws IOException {
    String id = (String) succeeded(post(index + "/_doc?refresh=true", doc)).at("_id");
    Map<String, Object> source = source(index, id);
    String indexed = (String) XContentMapValues.extractValue(field, source);
    assertNotNull(source.toString(), indexed);
    Answer found =
        succeeded(
            post(
                index + "/_near_dup",
                "{'field':'" + field + "','max_distance':0,'doc':" + doc + "}"));
    assertEquals(indexed, found.hash());
    assertEquals(List.of(id), found.ids());
    Answer searched =
        succeeded(
            post(
                index + "/_search",
                "{'query':{'near_dup':{'" + field + "':{'doc':" + doc + ",'max_distance':0}}}}"));
    assertEquals(List.of(id), searched.found());
    return indexed;
  }

  /** Checks both documents, and that the pipeline told them apart. */
  private static void assertBothAsIngested(String index) throws IOException {
    assertNotEquals(assertAsIngested(index, STORM), assertAsIngested(index, CHESS));
  }

  /** The fingerprint that features of this size give. */
  private static String expected(int size, String doc) throws IOException {
    pipeline("expected-" + size, simHash(size, ""));
    index("expected-" + size, null);
    return nearDup("expected-" + size, "'doc':" + doc + ",'pipeline':'expected-" + size + "'")
        .hash();
  }

  public void testDefaultPipeline() throws IOException {
    pipeline("p", simHash(""));
    index("news", "p");
    assertBothAsIngested("news");
  }

  public void testBoostsHashAndTopFeatures() throws IOException {
    pipeline("plain", simHash(""));
    index("plain", "plain");
    String indexed = assertAsIngested("plain", STORM);
    for (String other :
        List.of(
            "'title^9','body'],'hash':'xxh64'",
            "'title','body'],'hash':'md5_low64'",
            "'title','body'],'top_features':3")) {
      pipeline("p", "{'simhash':{'target_field':'print','fields':[" + other + "}}");
      String index = "news" + Integer.toHexString(other.hashCode());
      index(index, "p");
      assertNotEquals(indexed, assertAsIngested(index, STORM));
    }
  }

  public void testFinalPipeline() throws IOException {
    pipeline("p", simHash(""));
    index("news", "'index.final_pipeline':'p'", "'print':{'type':'simhash'}");
    assertBothAsIngested("news");
  }

  public void testDefaultThenFinalPipeline() throws IOException {
    pipeline(
        "first",
        simHash(2, ""),
        "{'gsub':{'field':'title','pattern':'e','replacement':'a b'}}",
        "{'trim':{'field':'body'}}");
    pipeline(
        "last", "{'set':{'field':'body','value':'another body of some words'}}", simHash(4, ""));
    index(
        "news",
        "'index.default_pipeline':'first','index.final_pipeline':'last'",
        "'print':{'type':'simhash'}");
    assertBothAsIngested("news");
  }

  public void testFinalPipelineWithoutSimHashChangesNothing() throws IOException {
    pipeline("first", simHash(""));
    pipeline("last", "{'outside':{}}");
    index(
        "news",
        "'index.default_pipeline':'first','index.final_pipeline':'last'",
        "'print':{'type':'simhash'}");
    assertBothAsIngested("news");
  }

  public void testOppositeConditions() throws IOException {
    pipeline("p", simHash(2, "," + LONG), simHash(4, "," + SHORT));
    index("news", "p");
    assertEquals(expected(2, STORM), assertAsIngested("news", STORM));
    String brief = STORM.replace(BODY, "A brief body of some words");
    assertEquals(expected(4, brief), assertAsIngested("news", brief));
  }

  public void testCalledPipelineWithCondition() throws IOException {
    pipeline("long", "{'html_strip':{'field':'title'}}", simHash(2, ""), "{'outside':{}}");
    pipeline("short", simHash(4, ""));
    pipeline(
        "p",
        "{'pipeline':{'name':'long'," + LONG + "}}",
        "{'pipeline':{'name':'short'," + SHORT + "}}",
        "{'outside':{}}");
    index("news", "p");
    clusterSetting("plugins.near_dup.doc.processors", "['outside','html_strip']");
    try {
      assertEquals(expected(2, STORM), assertAsIngested("news", STORM));
      String brief = STORM.replace(BODY, "A brief body of some words");
      assertEquals(expected(4, brief), assertAsIngested("news", brief));
    } finally {
      clusterSetting("plugins.near_dup.doc.processors", "null");
    }
  }

  public void testNothingRunsBehindTheLastSimHash() throws IOException {
    pipeline("inner", simHash(2, ""), "{'outside':{}}", "{'fail':{'message':'no','if':'false'}}");
    pipeline(
        "p", "{'pipeline':{'name':'inner'}}", "{'outside':{}}", "{'set':{'field':'a','value':1}}");
    index("news", "p");
    assertBothAsIngested("news");
    int calls = OutsidePlugin.CALLS.get();
    succeeded(nearDup("news", "'doc':" + STORM));
    assertEquals(calls, OutsidePlugin.CALLS.get());
    assertTrue("ingest runs them", calls > 0);
  }

  public void testForeach() throws IOException {
    pipeline(
        "p",
        "{'foreach':{'field':'body','processor':{'html_strip':{'field':'_ingest._value'}}}}",
        simHash(""));
    index("news", "p");
    String plain =
        assertAsIngested("news", "{'title':'a b c d','body':['one two three','four five']}");
    put("news/_settings", "{'index.default_pipeline':'_none'}");
    pipeline("plain", simHash(""));
    assertEquals(
        plain,
        nearDup(
                "news",
                "'pipeline':'p','doc':{'title':'a b c d','body':['<b>one</b> two three','four"
                    + " <i>five</i>']}")
            .hash());
  }

  public void testSimHashInForeach() throws IOException {
    pipeline("p", "{'foreach':{'field':'parts','processor':" + simHash("") + "}}");
    index("news", "p");
    assertAsIngested("news", STORM.replace("{'title'", "{'parts':[1,2],'title'"));
  }

  public void testFailureHandlerOfAProcessor() throws IOException {
    pipeline(
        "p",
        "{'rename':{'field':'headline','target_field':'title','on_failure':["
            + simHash(2, "")
            + "]}}");
    index("news", "p");
    assertEquals(expected(2, STORM), assertAsIngested("news", STORM));
  }

  public void testFailureHandlerOfThePipeline() throws IOException {
    put(
        "_ingest/pipeline/p",
        "{'processors':["
            + simHash(2, "")
            + ",{'fail':{'message':'no',"
            + LONG
            + "}}],'on_failure':["
            + simHash(4, "")
            + "]}");
    index("news", "p");
    assertEquals("the failure comes after it", expected(4, STORM), assertAsIngested("news", STORM));
    String brief = STORM.replace(BODY, "A brief body of some words");
    assertEquals("no failure", expected(2, brief), assertAsIngested("news", brief));
  }

  public void testFailureHandlerOfACall() throws IOException {
    pipeline("inner", simHash(2, ""), "{'fail':{'message':'no'}}");
    pipeline("p", "{'pipeline':{'name':'inner','on_failure':[" + simHash(4, "") + "]}}");
    index("news", "p");
    assertEquals(expected(4, STORM), assertAsIngested("news", STORM));
  }

  public void testIgnoredFailures() throws IOException {
    pipeline(
        "p",
        "{'fail':{'message':'no','ignore_failure':true}}",
        "{'pipeline':{'name':'nowhere','ignore_failure':true}}",
        "{'uppercase':{'field':'nothing','ignore_failure':true}}",
        simHash(""));
    index("news", "p");
    assertBothAsIngested("news");
  }

  public void testScript() throws IOException {
    pipeline("p", "{'script':{'source':'ctx.body = ctx.title + ctx.body'}}", simHash(""));
    index("news", "p");
    assertBothAsIngested("news");
  }

  public void testDroppedIfOnlyOthersAre() throws IOException {
    pipeline("p", "{'drop':{" + SHORT + "}}", simHash(""));
    index("news", "p");
    assertAsIngested("news", STORM);
    assertRefused(
        400,
        "[doc] has no fingerprint: pipeline [p] drops it",
        nearDup("news", "'doc':{'title':'a b c','body':'brief'}"));
  }

  public void testOwnValueIsReplaced() throws IOException {
    pipeline("p", simHash(""));
    index("news", "p");
    assertEquals(
        assertAsIngested("news", CHESS),
        nearDup("news", "'doc':" + CHESS.replace("{", "{'print':'00000000000000ff',")).hash());
  }

  public void testOwnValueStaysWhereIngestKeepsIt() throws IOException {
    pipeline("p", simHash(",'if':'ctx.print == null'"));
    index("news", "p");
    assertEquals(
        "00000000000000ff",
        assertAsIngested("news", STORM.replace("{", "{'print':'00000000000000ff',")));
    assertNotEquals("00000000000000ff", assertAsIngested("news", STORM));
  }

  public void testDottedTarget() throws IOException {
    String writer = "{'simhash':{'fields':['title','body'],'target_field':'meta.print'}}";
    pipeline("p", writer);
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'meta':{'properties':{'print':{'type':'simhash'}}}");
    assertAsIngested("news", STORM, "meta.print");
    assertAsIngested(
        "news",
        CHESS.replace("{", "{'meta':{'lang':'en','print':'0000000000000000'},"),
        "meta.print");
  }

  public void testTargetWithTheNameOfTheSource() throws IOException {
    pipeline("p", "{'simhash':{'fields':['_source.body'],'target_field':'_source.print'}}");
    index("news", "p");
    assertBothAsIngested("news");
  }

  public void testOtherSimHashFieldsDoNotMatter() throws IOException {
    pipeline(
        "p", simHash(""), "{'outside':{}}", "{'simhash':{'fields':['title'],'target_field':'b'}}");
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'print':{'type':'simhash'},'b':{'type':'simhash'}");
    assertAsIngested("news", STORM);
  }

  public void testValuesOfAllKinds() throws IOException {
    pipeline(
        "p",
        "{'foreach':{'field':'tags','processor':{'trim':{'field':'_ingest._value'}}}}",
        simHash(""));
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'print':{'type':'simhash'},'x':{'type':'object','enabled':false}");
    assertAsIngested(
        "news",
        STORM.replace(
            "{",
            "{'tags':['a ',' b'],'x':{'big':18446744073709551615,'n':null,'d':1.5,'l':[1,[true,null]]},"));
  }

  public void testABatchSharesNothing() throws IOException {
    pipeline("p", "{'script':{'source':'ctx.body = ctx.body + ctx.title'}}", simHash(""));
    index("news", "p");
    String storm = assertAsIngested("news", STORM);
    String chess = assertAsIngested("news", CHESS);
    Answer batch = succeeded(nearDup("news", "'docs':[" + STORM + "," + CHESS + "," + STORM + "]"));
    assertEquals(storm, batch.at("results.0.hash"));
    assertEquals(chess, batch.at("results.1.hash"));
    assertEquals(storm, batch.at("results.2.hash"));
  }

  public void testADocumentThatIsAskedForManyTimesStaysAsItIs() throws IOException {
    pipeline(
        "p",
        "{'gsub':{'field':'meta.text','pattern':'$','replacement':' and more'}}",
        "{'simhash':{'fields':['meta.text'],'target_field':'print'}}");
    index("news", "p");
    String doc = "{'meta':{'text':'one two three four'}}";
    String hash = "'" + assertAsIngested("news", doc) + "'";
    String filter = "'filter':{'near_dup':{'print':{'doc':" + doc + ",'max_distance':0}}}";
    Answer answer = nearDup("news", "'hashes':[" + hash + "," + hash + "]," + filter);
    assertEquals(1, succeeded(answer).ids(0).size());
    assertEquals(answer.ids(0), answer.ids(1));
  }

  public void testANamedPipelineInsteadOfTheIndexes() throws IOException {
    pipeline("p", simHash(2, ""));
    pipeline("q", simHash(4, ""));
    index("news", "p");
    assertEquals(expected(4, STORM), nearDup("news", "'pipeline':'q','doc':" + STORM).hash());
    assertEquals(expected(2, STORM), nearDup("news", "'doc':" + STORM).hash());
  }

  public void testTargetsThatAgree() throws IOException {
    pipeline("p", simHash(""));
    index("news-1", "p");
    index("news-2", "p");
    document("news-1", "1", STORM);
    document("news-2", "2", STORM);
    assertEquals(2, succeeded(nearDup("news-*", "'doc':" + STORM)).ids().size());
  }
}
