// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.groups.dest.DestWrites;
import io.neardup.groups.priority.ManySearches;
import io.neardup.groups.priority.SearchesFirst;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Which searches go before the work of jobs, and that this waits for them. */
public class SearchesFirstEndpointTests extends TaskTestCase {
  private static final String SHARD = "indices:data/read/search[phase/query]";
  private static final int DOCUMENTS = 300;

  @Override
  protected void write() throws IOException {
    index("news", "'number_of_shards':1,'number_of_replicas':0", "'print':{'type':'simhash'}");
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.append("{'index':{}}\n{'print':'000000000000000").append(i % 2).append("'}\n");
    }
    succeeded(post("news/_bulk?refresh=true", bulk.toString()));
  }

  private static void awaitRare() throws Exception {
    assertBusy(() -> assertTrue(SearchesFirst.areRare()));
  }

  private static boolean isAtShard() throws IOException {
    return tasks().anyMatch(task -> task.get("action").equals(SHARD));
  }

  private void assertCounted(String path, String json) throws Exception {
    awaitRare();
    CompletableFuture<HttpResponse<String>> search = start(path, json);
    assertBusy(() -> assertTrue(isAtShard()));
    // None has ended meanwhile.
    assertFalse(SearchesFirst.areRare());
    gate.countDown();
    succeeded(Answer.of(search.get(30, TimeUnit.SECONDS)));
    awaitRare();
  }

  public void testSearches() throws Exception {
    assertCounted("news/_search", "{'query':{'match_all':{}}}");
  }

  public void testManySearches() throws Exception {
    assertCounted("news/_msearch", "{}\n{'query':{'match_all':{}}}\n");
  }

  public void testLookups() throws Exception {
    assertCounted("news/_near_dup", "{'field':'print','hash':'0000000000000000'}");
  }

  public void testSearchesThatFail() throws Exception {
    awaitRare();
    CompletableFuture<HttpResponse<String>> search = start("news/_search", "{}");
    assertBusy(() -> assertTrue(isAtShard()));
    succeeded(post("_tasks/" + id(task("indices:data/read/search")) + "/_cancel", ""));
    assertCancelled(search);
    awaitRare();
  }

  public void testSearchesOfJobsAreNotCounted() throws Exception {
    // At the gate itself, what a job asks of its point in time would hold up all requests.
    SearchEffectsPlugin.gate = new CountDownLatch(0);
    CountDownLatch searching = new CountDownLatch(1);
    SearchEffectsPlugin.AFTER_QUERY.set(
        () -> {
          searching.countDown();
          await(gate);
        });
    awaitRare();
    CompletableFuture<HttpResponse<String>> job =
        start("news/_near_dup/groups", "{'field':'print'}");
    await(searching);
    assertTrue(SearchesFirst.areRare());
    gate.countDown();
    succeeded(Answer.of(job.get(30, TimeUnit.SECONDS)));
    assertTrue(SearchesFirst.areRare());
  }

  /** But not for ever: these searches end after the job. */
  public void testRecordsWaitForSearches() throws Exception {
    gate.countDown();
    ManySearches searches = new ManySearches();
    try {
      CompletableFuture<HttpResponse<String>> job =
          start("news/_near_dup/groups", "{'field':'print','dest':'records'}");
      boolean waited = false;
      while (job.isDone() == false) {
        waited |= isWaiting(DestWrites.class);
      }
      Answer answer = succeeded(Answer.of(job.get()));
      assertEquals(answer.toString(), DOCUMENTS, answer.at("written"));
      assertTrue(waited);
    } finally {
      searches.close();
    }
    awaitRare();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isWaiting(Class<?> caller) {
    Collection<StackTraceElement[]> stacks = Thread.getAllStackTraces().values();
    return stacks.stream()
        .anyMatch(stack -> isIn(stack, SearchesFirst.class) && isIn(stack, caller));
  }

  private static boolean isIn(StackTraceElement[] stack, Class<?> type) {
    return Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(type.getName()));
  }
}
