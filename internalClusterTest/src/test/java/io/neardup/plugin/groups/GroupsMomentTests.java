// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.opensearch.action.search.SearchRequest;

/** {@code _near_dup/groups}: what queries mean stays the same, whatever they look up. */
public class GroupsMomentTests extends GroupsTestCase {
  private static final String RED = "'print':'00000000000000ff','team':'red','text':'storm'}";
  private static final String BLUE = "'print':'ff00000000000000','team':'blue','text':'calm'}";

  @Override
  protected void write() throws IOException {
    String properties =
        "'print':{'type':'simhash'},'team':{'type':'keyword'},'text':{'type':'text'}";
    index("lists", "", properties);
    document("lists", "1", "{" + RED);
    index("news", "", properties);
    for (int i = 0; i < 2; i++) {
      document("news", "red" + i, "{" + RED);
    }
    for (int i = 0; i < 3; i++) {
      document("news", "blue" + i, "{" + BLUE);
    }
  }

  /** As core rewrites each search. */
  public void testDocumentsThatQueriesLookUp() throws Exception {
    for (String query :
        List.of(
            "{'terms':{'team':{'index':'lists','id':'1','path':'team'}}}",
            "{'near_dup':{'print':{'index':'lists','id':'1'}}}")) {
      Answer queried = groups("'query':" + query);
      assertEquals(2, queried.at("documents"));
      assertEquals(1, queried.at("duplicates"));
      Answer against = groups("'against':{'query':" + query + "}");
      assertEquals(3, against.at("documents"));
      assertEquals(2, against.at("against"));
    }
  }

  /** Asks while a page is on its way, after which the document is another one. */
  private static Answer groups(String parameters) throws Exception {
    document("lists", "1", "{" + RED);
    HeldRequestsPlugin.hold(
        request ->
            request instanceof SearchRequest search
                && search.source() != null
                && search.source().aggregations() != null);
    CompletableFuture<HttpResponse<String>> answer =
        start("news/_near_dup/groups", "{'field':'print'," + parameters + "}");
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    document("lists", "1", "{" + BLUE);
    HeldRequestsPlugin.letGo();
    return succeeded(Answer.of(answer.get(60, TimeUnit.SECONDS)));
  }

  /** The moment of a run is that of the run that it goes on with. */
  public void testResumedAtTheSameMoment() throws Exception {
    index(
        "dated",
        "'number_of_shards':1,'number_of_replicas':0",
        "'print':{'type':'simhash'},'at':{'type':'date','format':'epoch_millis'},"
            + "'near_dup':{'type':'near_dup'}");
    long soon = System.currentTimeMillis() + 6_000;
    for (int i = 0; i < 3; i++) {
      document("dated", "d" + i, "{'print':'00000000000000ff','at':" + (i < 2 ? 0 : soon) + "}");
    }
    HeldRequestsPlugin.hold(HeldRequestsPlugin.writesOf("d1"));
    CompletableFuture<HttpResponse<String>> answer =
        start(
            "dated/_near_dup/groups",
            "{'field':'print','action':'tag','dest':'record',"
                + "'query':{'query_string':{'query':'at:[* TO now]'}}}");
    assertBusy(() -> assertEquals(1, HeldRequestsPlugin.HELD.get()));
    succeeded(post("_tasks/_cancel?actions=" + GROUPS, null));
    HeldRequestsPlugin.letGo();
    assertCancelled(answer);
    assertBusy(() -> assertEquals(0, tasks().count()));
    while (System.currentTimeMillis() <= soon) {
      LockSupport.parkNanos(20_000_000);
    }
    Answer resumed = succeeded(post("_near_dup/groups/_resume", "{'dest':'record'}"));
    assertEquals(resumed.toString(), 2, resumed.at("documents"));
    assertFalse(client().prepareGet("dated", "d2").get().getSource().containsKey("near_dup"));
  }

  /** Which core reads on each shard, in each search. */
  public void testDocumentsThatAreLiked() throws IOException {
    String like = "{'more_like_this':{'fields':['text'],'min_term_freq':1,'min_doc_freq':1,'like':";
    String red = like + "[{'_index':'lists','_id':'1'}]}}";
    assertLikesRefused("query", "'query':{'bool':{'filter':" + red + "}}");
    assertLikesRefused(
        "against", "'against':{'query':" + red.replace("'like'", "'like':'calm','unlike'") + "}");
    for (String liked : List.of("'storm'", "[{'doc':{'text':'storm'}}]")) {
      Answer some =
          post("news/_near_dup/groups", "{'field':'print','query':" + like + liked + "}}}");
      assertEquals(2, succeeded(some).at("documents"));
    }
  }

  private static void assertLikesRefused(String parameter, String query) throws IOException {
    assertRefused(
        400,
        "["
            + parameter
            + "] must not have [more_like_this] of documents by [_id], which core reads anew in each"
            + " search of a run; put their texts into [like], or what they are into its [doc]",
        post("news/_near_dup/groups", "{'field':'print'," + query + "}"));
  }
}
