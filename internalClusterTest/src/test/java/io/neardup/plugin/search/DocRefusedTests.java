// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import io.neardup.plugin.OutsidePlugin;
import java.io.IOException;

/** Documents that cannot be fingerprinted: always a 400 that says why, and what to do. */
public class DocRefusedTests extends NodeTestCase {
  private static final String FORBIDDEN =
      "[doc] cannot be fingerprinted: pipeline [p] runs the processor [outside] before the one that"
          + " writes [print], but [plugins.near_dup.doc.processors] does not list it; add it there"
          + " if it changes nothing but the document, name another pipeline with [pipeline], or"
          + " search by [hash]";

  private static String fails(String reason) {
    return "[doc] cannot be fingerprinted: pipeline [p] fails on it: "
        + reason
        + "; correct it, name another pipeline with [pipeline], or search by [hash]";
  }

  /** Both ways to ask refuse alike. */
  private static void assertDocRefused(String index, String parameters, String reason)
      throws IOException {
    assertRefused(400, reason, nearDup(index, parameters));
    assertRefused(400, reason, search(index, parameters));
  }

  private static void assertDocRefused(String index, String reason) throws IOException {
    assertDocRefused(index, "'doc':" + STORM, reason);
  }

  public void testForbiddenProcessorUntilItIsListed() throws IOException {
    pipeline("p", "{'outside':{}}", simHash(""));
    index("news", "p");
    int calls = OutsidePlugin.CALLS.get();
    assertDocRefused("news", FORBIDDEN);
    assertEquals("refused before anything runs", calls, OutsidePlugin.CALLS.get());
    clusterSetting("plugins.near_dup.doc.processors", "['outside']");
    try {
      succeeded(nearDup("news", "'doc':" + STORM));
      assertEquals(calls + 1, OutsidePlugin.CALLS.get());
    } finally {
      clusterSetting("plugins.near_dup.doc.processors", "null");
    }
    assertDocRefused("news", FORBIDDEN);
  }

  public void testForbiddenWhereverItWouldRun() throws IOException {
    String outside = "{'outside':{}}";
    pipeline("p", "{'foreach':{'field':'a','processor':" + outside + "}}", simHash(""));
    index("news", "p");
    assertDocRefused("news", FORBIDDEN);
    pipeline("p", "{'set':{'field':'a','value':'b','on_failure':[" + outside + "]}}", simHash(""));
    assertDocRefused("news", FORBIDDEN);
    put(
        "_ingest/pipeline/p",
        "{'processors':[" + simHash("") + "],'on_failure':[" + outside + "]}");
    assertDocRefused("news", FORBIDDEN);
    pipeline("inner", outside);
    pipeline("p", "{'pipeline':{'name':'inner'}}", simHash(""));
    assertDocRefused("news", FORBIDDEN.replace("[p]", "[inner]"));
    pipeline("inner", outside, simHash(""));
    pipeline("p", "{'pipeline':{'name':'inner'}}");
    assertDocRefused("news", FORBIDDEN.replace("[p]", "[inner]"));
  }

  public void testUnknownPipelines() throws IOException {
    index("news", null);
    assertDocRefused(
        "news",
        "'pipeline':'nope','doc':" + STORM,
        "[pipeline] with name [nope] does not exist; see GET _ingest/pipeline");
    index("late", "later");
    assertDocRefused(
        "late", "[pipeline] with name [later] does not exist; see GET _ingest/pipeline");
  }

  public void testTargetsThatDiffer() throws IOException {
    pipeline("p", simHash(""));
    pipeline("q", simHash(""));
    index("news-1", "p");
    index("news-2", "q");
    String differ =
        "[doc] cannot be fingerprinted for [news-1, news-2]: they have different pipelines, [[p],"
            + " [q]]; name one with [pipeline]";
    assertDocRefused("news-*", differ);
    assertDocRefused("news-1,news-2", differ);
    succeeded(nearDup("news-*", "'pipeline':'p','doc':" + STORM));
  }

  public void testNothingWritesTheField() throws IOException {
    String ways =
        " simhash processor with [target_field] [print]; name a pipeline that has one with"
            + " [pipeline], or search by [hash]";
    pipeline("p", "{'simhash':{'fields':['title'],'target_field':'other'}}");
    pipeline("q", "{'trim':{'field':'title'}}");
    index("none", null);
    index(
        "news",
        "'index.default_pipeline':'p','index.final_pipeline':'q'",
        "'print':{'type':'simhash'}");
    assertDocRefused(
        "none",
        "[doc] cannot be fingerprinted: the index [none] has no [index.default_pipeline] with a"
            + ways);
    assertDocRefused(
        "news", "[doc] cannot be fingerprinted: the pipelines [p, q] of [news] have no" + ways);
    assertDocRefused(
        "news",
        "'pipeline':'q','doc':" + STORM,
        "[doc] cannot be fingerprinted: pipeline [q] has no" + ways);
  }

  public void testNoFingerprintComesOut() throws IOException {
    String none =
        "[doc] has no fingerprint: the pipelines wrote no [print]; its text has too few features,"
            + " its fields are missing, or a condition did not hold";
    pipeline("p", simHash(",'min_features':50"));
    index("news", "p");
    assertDocRefused("news", none);
    pipeline("p", simHash(""));
    assertDocRefused("news", "'doc':{'title':' ... '}", none);
    assertDocRefused("news", "'doc':{'other':'a b c'}", none);
    pipeline("p", simHash(",'if':'false'"));
    assertDocRefused("news", none);
    assertDocRefused(
        "news", "'doc':{}", "[doc] must be an object with the fields to fingerprint, got [{}]");
  }

  public void testAnOwnValueThatIsNoFingerprint() throws IOException {
    pipeline("p", simHash(",'if':'false'"));
    index("news", "p");
    Answer answer = nearDup("news", "'doc':{'print':'nope'}");
    assertEquals(400, answer.status());
    assertThat(
        answer.reason(),
        startsWith("[doc] has no fingerprint in [print]: a fingerprint is 16 hex digits"));
  }

  public void testThePipelineFails() throws IOException {
    pipeline("p", "{'fail':{'message':'we take no storms'}}", simHash(""));
    index("news", "p");
    assertDocRefused("news", fails("we take no storms"));
    pipeline("p", "{'simhash':{'fields':['nothing'],'target_field':'print'}}");
    assertDocRefused(
        "news",
        fails(
            "field [nothing] is missing or null; set [ignore_missing] to [true] to accept a"
                + " document without it"));
    pipeline("p", "{'script':{'source':'ctx.nothing.more = 1'}}", simHash(""));
    assertDocRefused("news", fails("runtime error"));
  }

  public void testCyclesEnd() throws IOException {
    pipeline("p", "{'pipeline':{'name':'q'}}", simHash(""));
    pipeline("q", "{'pipeline':{'name':'p'}}");
    index("news", "p");
    assertDocRefused("news", fails("Cycle detected for pipeline: p"));
  }

  public void testTemplatesAndMissingCalls() throws IOException {
    pipeline("p", "{'pipeline':{'name':'{{title}}'}}", simHash(""));
    index("news", "p");
    assertDocRefused(
        "news",
        fails(
            "it calls the pipeline [{{title}}], which does not exist (templates are not"
                + " followed)"));
    pipeline("p", "{'pipeline':{'name':'nowhere'}}", simHash(""));
    assertDocRefused(
        "news",
        fails(
            "it calls the pipeline [nowhere], which does not exist (templates are not followed)"));
    pipeline("p", simHash(""), "{'pipeline':{'name':'{{title}}'}}");
    succeeded(nearDup("news", "'doc':" + STORM));
  }

  /** A row that ends with the field is run one after the other; another one is nested. */
  public void testLongRows() throws IOException {
    int length = 120;
    pipeline("c" + length, "{'trim':{'field':'title'}}");
    for (int i = length - 1; i >= 0; i--) {
      pipeline("c" + i, "{'pipeline':{'name':'c" + (i + 1) + "'}}");
    }
    pipeline("p", "{'pipeline':{'name':'c0'}}", simHash(""));
    index("news", "p");
    assertDocRefused(
        "news",
        "[doc] cannot be fingerprinted: pipeline [c0] begins a row of [121] pipelines that call"
            + " each other, but at most [100] in a row are followed to what simhash, minhash and"
            + " near_dup do in them; put the processors of several into one");
    pipeline("c" + length, simHash(""), "{'outside':{}}");
    pipeline("p", "{'pipeline':{'name':'c0'}}");
    succeeded(nearDup("news", "'doc':" + STORM));
  }

  public void testOneOfABatchFailsAlone() throws IOException {
    pipeline("p", simHash(""));
    index("news", "p");
    Answer batch = succeeded(nearDup("news", "'docs':[" + STORM + ",{'other':1},5," + CHESS + "]"));
    assertNotNull(batch.at("results.0.hash"));
    assertEquals((Integer) 400, batch.at("results.1.status"));
    assertEquals((Integer) 400, batch.at("results.2.status"));
    assertEquals(
        "[doc] must be an object with the fields to fingerprint, got [5]",
        batch.at("results.2.error.reason"));
    assertNotNull(batch.at("results.3.hash"));
  }

  public void testDocsOfFiltersAndStoredQueries() throws IOException {
    index("news", null);
    String only =
        "works only in searches, where the coordinating node looks the fingerprint up; in alias"
            + " filters and stored queries use [hash] or [hashes]";
    for (String source : new String[] {"'doc':{'a':1}", "'id':'1'"}) {
      Answer answer =
          post(
              "_aliases",
              "{'actions':[{'add':{'index':'news','alias':'a','filter':{'near_dup':{'print':{"
                  + source
                  + "}}}}}]}");
      assertEquals(answer.toString(), 400, answer.status());
      assertTrue(answer.toString(), answer.toString().contains(only));
    }
  }
}
