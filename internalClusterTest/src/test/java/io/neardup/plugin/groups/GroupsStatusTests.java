// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HeldRequestsPlugin;
import io.neardup.plugin.SearchEffectsPlugin;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.After;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.search.SearchService;

/** What {@code _tasks} tells of jobs, and what becomes of one whose searches take too long. */
public class GroupsStatusTests extends GroupsTestCase {
  private static final int DOCUMENTS = 300;

  @Override
  protected void write() throws IOException {
    index(
        "news",
        "'number_of_shards':2,'number_of_replicas':0,'index.refresh_interval':-1",
        "'print':{'type':'simhash'},'near_dup':{'type':'near_dup'}");
    // Several segments a shard, for several slices.
    for (int i = 0; i < DOCUMENTS; i++) {
      succeeded(
          put("news/_doc/" + i, "{'print':'" + String.format(Locale.ROOT, "%016x", i % 7) + "'}"));
      if (i % 40 == 0) {
        post("news/_flush?force=true", null);
      }
    }
    post("news/_refresh", null);
  }

  @After
  public void searchAsBefore() throws IOException {
    SearchEffectsPlugin.gate.countDown();
    succeeded(
        put(
            "_cluster/settings",
            "{'transient':{'search.cancel_after_time_interval':null,"
                + "'search.default_search_timeout':null,"
                + "'search.concurrent_segment_search.mode':null,"
                + "'search.concurrent.max_slice_count':null}}"));
  }

  public void testCountsOfSlices() throws Exception {
    succeeded(
        put(
            "_cluster/settings",
            "{'transient':{'search.concurrent_segment_search.mode':'all',"
                + "'search.concurrent.max_slice_count':4}}"));
    String action = randomFrom("report", "tag");
    String task =
        (String)
            succeeded(
                    post(
                        "news/_near_dup/groups?wait_for_completion=false",
                        "{'field':'print','action':'" + action + "'}"))
                .at("task");
    assertBusy(() -> assertEquals(true, get("_tasks/" + task).at("completed")));
    Answer ended = succeeded(get("_tasks/" + task));
    assertEquals(ended.toString(), DOCUMENTS, ended.at("task.status.documents"));
    assertEquals(ended.toString(), DOCUMENTS, ended.at("task.status.read"));
    assertEquals(ended.toString(), DOCUMENTS, ended.at("response.documents"));
    assertEquals(ended.toString(), 7, ended.at("response.distinct"));
    if (action.equals("tag")) {
      assertEquals(ended.toString(), DOCUMENTS, ended.at("task.status.tagged"));
    }
  }

  /** One that ends after a part of the documents would be an error. */
  public void testSearchesHaveNoTimeout() throws IOException {
    succeeded(put("_cluster/settings", "{'transient':{'search.default_search_timeout':'30s'}}"));
    SearchEffectsPlugin.TIMEOUTS.clear();
    succeeded(post("news/_near_dup/groups", "{'field':'print','dest':'record'}"));
    assertEquals(Set.of(SearchService.NO_TIMEOUT), Set.copyOf(SearchEffectsPlugin.TIMEOUTS));
  }

  /** Nor does what is done beside: to look at texts, and to keep shards open. */
  public void testNoSearchIsThatOfAUser() throws IOException {
    Set<String> limited = ConcurrentHashMap.newKeySet();
    HeldRequestsPlugin.hold(
        request -> {
          if (request instanceof SearchRequest search
              && (SearchService.NO_TIMEOUT.equals(search.getCancelAfterTimeInterval()) == false
                  || SearchService.NO_TIMEOUT.equals(search.source().timeout()) == false)) {
            limited.add(search.source().toString());
          }
          return false;
        });
    succeeded(put("news/_mapping", "{'properties':{'title':{'type':'text'}}}"));
    succeeded(
        post(
            "news/_near_dup/groups",
            "{'field':'print','dest':'record','verify':{'text':{'fields':['title'],'lost':0.1}}}"));
    assertEquals(Set.of(), limited);
  }

  /** A job ends when it is cancelled; that setting is for searches that somebody waits for. */
  public void testSearchesMayTakeTheirTime() throws Exception {
    succeeded(
        put("_cluster/settings", "{'transient':{'search.cancel_after_time_interval':'200ms'}}"));
    SearchEffectsPlugin.gate = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> asked =
        start("news/_near_dup/groups", "{'field':'print','dest':'record','action':'tag'}");
    // A search of a user would find itself cancelled behind the gate by then.
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(600));
    SearchEffectsPlugin.gate.countDown();
    assertEquals(DOCUMENTS, succeeded(Answer.of(asked.get())).at("tagged"));
  }
}
