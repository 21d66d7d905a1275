// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.opensearch.action.search.SearchRequest;

/** {@code _near_dup/groups}: of indexes that are closed, or deleted, before or meanwhile. */
public class GroupsMissingTests extends GroupsTestCase {
  private static final String CLOSED =
      "[index] must be there and open until the run has ended, got [extra], which is closed: open it"
          + " by POST extra/_open, or leave it out by [ignore_unavailable], and ask again";
  private static final String MISSING =
      "[index] must be there and open until the run has ended, got [extra], which does not exist:"
          + " name another one, or leave it out by [ignore_unavailable], and ask again";

  @Override
  protected void write() throws IOException {
    for (String index : new String[] {"news", "extra"}) {
      index(index, "", "'print':{'type':'simhash'},'team':{'type':'keyword'}");
      document(index, "a", "{'print':'0000000000000000','team':'red'}");
      document(index, "b", "{'print':'0000000000000001','team':'red'}");
    }
  }

  private static String request(String parameters) {
    return "{'field':'print'" + parameters + "}";
  }

  private static void close() throws IOException {
    succeeded(post("extra/_close", null));
  }

  private static void delete() throws IOException {
    succeeded(call("DELETE", "extra", null));
  }

  public void testBefore() throws IOException {
    succeeded(post("_aliases", "{'actions':[{'add':{'indices':['news','extra'],'alias':'all'}}]}"));
    close();
    for (String names : new String[] {"extra", "news,extra", "all"}) {
      assertRefused(400, CLOSED, post(names + "/_near_dup/groups", request("")));
    }
    assertRefused(400, CLOSED, post("extra/_near_dup/groups/_repair", request("")));
    assertEquals(2, succeeded(post("*/_near_dup/groups", request(""))).at("documents"));
    delete();
    assertRefused(404, MISSING, post("extra/_near_dup/groups", request("")));
  }

  /** Core asks no shards that can have no match, one by one where an index has a block. */
  public void testFieldsOfShardsWithoutMatches() throws IOException {
    index("early", "", "'at':{'type':'date'}");
    document("early", "a", "{'at':'2023-01-01'}");
    index("late", "", "'at':{'type':'date'},'print':{'type':'simhash'},'rank':{'type':'long'}");
    document("late", "a", "{'at':'2024-01-01','print':'0000000000000000','rank':1}");
    put("early/_settings", "{'index.blocks.write':true}");
    String later = request(",'keep':[{'rank':'asc'}],'query':{'range':{'at':{'gte':'now+1d'}}}");
    assertEquals(0, succeeded(post("early,late/_near_dup/groups", later)).at("documents"));
  }

  /** What core says of them names no parameter. */
  public void testBlocked() throws IOException {
    for (String action : new String[] {"", "'delete','verify':false"}) {
      String block = action.isEmpty() ? "read" : "write";
      put("extra/_settings", "{'index.blocks." + block + "':true}");
      assertRefused(
          403,
          "[index] must be open to reads, and to writes where a run writes, got: index [extra]"
              + " blocked by: [FORBIDDEN/"
              + (action.isEmpty() ? "7/index read" : "8/index write")
              + " (api)]; take the blocks off by PUT <index>/_settings, and ask again",
          post(
              "news,extra/_near_dup/groups",
              request((action.isEmpty() ? "" : ",'action':" + action) + ",'dest':'record'")));
      put("extra/_settings", "{'index.blocks." + block + "':null}");
    }
  }

  public void testIndexesThatQueriesLookSomethingUpIn() throws IOException {
    String terms = "{'terms':{'team':{'index':'extra','id':'a','path':'team'}}}";
    close();
    assertQueriesRefused(terms, "[extra] is closed");
    delete();
    assertQueriesRefused(terms, "no such index [extra]");
  }

  private static void assertQueriesRefused(String query, String reason) throws IOException {
    String rule = " must be a query that all indexes can run, got: " + reason;
    assertRefused(
        400, "[query]" + rule, post("news/_near_dup/groups", request(",'query':" + query)));
    assertRefused(
        400,
        "[against]" + rule,
        post("news/_near_dup/groups", request(",'against':{'query':" + query + "}")));
  }

  /** Asks while the first page is on its way, after which an index is gone. */
  private static Answer groups(String names, boolean closed) throws Exception {
    HeldRequestsPlugin.hold(
        request ->
            request instanceof SearchRequest search
                && search.source() != null
                && search.source().aggregations() != null);
    CompletableFuture<HttpResponse<String>> answer =
        start(names + "/_near_dup/groups", request(",'dest':'record'"));
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    if (closed) {
      close();
    } else {
      delete();
    }
    HeldRequestsPlugin.letGo();
    return Answer.of(answer.get(60, TimeUnit.SECONDS));
  }

  public void testClosedMeanwhile() throws Exception {
    assertRefused(400, CLOSED, groups("news,extra", true));
  }

  public void testDeletedMeanwhile() throws Exception {
    assertRefused(404, MISSING, groups("news,extra", false));
  }

  /** It is no more what the pattern means. */
  public void testPatternMeansItNoMore() throws Exception {
    boolean closed = randomBoolean();
    Answer answer = succeeded(groups("news*,extr*", closed));
    assertEquals(2, answer.at("documents"));
    assertEquals(2, answer.at("written"));
  }
}
